"""What people run as root: how a command line after `sudo` is told from a sentence about it."""

from __future__ import annotations

from typing import NamedTuple

from habitus.parse.wordset import wordset


class Follows(NamedTuple):
    elevators: frozenset[str]
    programs: frozenset[str]


FOLLOWS = Follows(
    wordset("sudo doas pkexec su runas gosu sudoedit"),
    wordset(
        "apt apt-get aptitude yum dnf pacman zypper apk brew port snap flatpak dpkg rpm systemctl service journalctl reboot shutdown"
        " poweroff halt rm cp mv"
        " mkdir rmdir chmod chown chgrp tee ln kill pkill killall docker podman npm npx yarn pip pip3 python python3 node bash sh zsh"
        " sed awk nano vim vi"
        " cat less tail head install make mount umount launchctl crontab visudo usermod useradd userdel adduser passwd groupadd"
        " iptables ufw nft ip ifconfig"
        " netstat ss lsof tcpdump nmap nginx apachectl certbot mysql psql dd mkfs fdisk parted mkswap swapon sysctl modprobe insmod"
        " ldconfig update-alternatives"
        " curl wget tar unzip git find xargs env sh su login ls touch echo printf setcap setfacl spctl xcode-select softwareupdate"
        " pmset defaults dscl gem"
        " cargo go snapd ethtool hostnamectl timedatectl loginctl nvidia-smi setenforce virsh lxc microk8s kubectl minikube tailscale"
        " wg wg-quick openvpn"
    ),
)
