"""Skills on a disk: what comes in is not trusted, what goes out is whole."""

import gzip
import io
import os
import socket
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.errors import Refused, StoreError
from habitus.evolve.skills import folders
from habitus.evolve.skills.limits import COMPANIONS, ENTRIES, SKILL_MD
from habitus.types.skills import Bundle

TEXT = "---\nname: x1\n---\nbody\n"


@pytest.fixture
def skill(tmp_path: Path) -> Path:
    folder = tmp_path / "x1"
    (folder / "scripts").mkdir(parents=True)
    (folder / "SKILL.md").write_text(TEXT)
    (folder / "scripts" / "run.sh").write_text("#!/bin/sh\n")
    return folder


def zipped(*files: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def tarred(*files: tuple[str | tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, content in files:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def member(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def entry(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info


def refused(data: bytes) -> str:
    with pytest.raises(Refused) as told:
        folders.unpacked(data, "in.zip")
    return str(told.value)


# ── folders ──


def test_a_folder_is_read_with_its_files(skill: Path) -> None:
    taken = folders.read(skill)
    assert taken.bundle == Bundle(text=TEXT, files={"scripts/run.sh": b"#!/bin/sh\n"})
    assert (taken.folder, taken.skipped) == ("x1", ())


def test_a_skill_one_level_down_is_found(skill: Path) -> None:
    assert folders.read(skill.parent) == folders.read(skill)


def test_two_skills_in_a_folder_are_one_too_many(skill: Path) -> None:
    (skill.parent / "x2").mkdir()
    (skill.parent / "x2" / "SKILL.md").write_text(TEXT)
    with pytest.raises(Refused, match=r"several skills \(x1, x2\)"):
        folders.read(skill.parent)


@pytest.mark.parametrize("name", ["readme.md", "skill.md"])
def test_a_folder_without_a_skill_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x")
    with pytest.raises(Refused, match=r"no SKILL\.md"):
        folders.read(tmp_path)


def test_hidden_files_and_litter_are_left_out_and_named(skill: Path) -> None:
    (skill / ".git").mkdir()
    (skill / ".git" / "config").write_text("x")
    (skill / ".env").symlink_to("/etc/passwd")
    (skill / "scripts" / "Thumbs.db").write_text("x")
    taken = folders.read(skill)
    assert taken.skipped == (".env", ".git", "scripts/Thumbs.db")
    assert list(taken.bundle.files) == ["scripts/run.sh"]


@pytest.mark.parametrize("target", ["/etc/passwd", "run.sh", "/etc", "nowhere"])
def test_a_link_is_refused_wherever_it_points(skill: Path, target: str) -> None:
    (skill / "scripts" / "link").symlink_to(target)
    with pytest.raises(Refused, match=r"scripts/link is a symbolic link"):
        folders.read(skill)


def test_a_link_in_the_place_of_skill_md_or_of_the_folder_is_refused(skill: Path) -> None:
    (skill.parent / "alias").symlink_to(skill)
    with pytest.raises(Refused, match="symbolic link"):
        folders.read(skill.parent / "alias")
    (skill / "SKILL.md").rename(skill.parent / "real.md")
    (skill / "SKILL.md").symlink_to(skill.parent / "real.md")
    with pytest.raises(Refused, match=r"SKILL\.md is a symbolic link"):
        folders.read(skill)


def test_a_hard_link_is_refused(skill: Path) -> None:
    (skill.parent / "secret").write_text("s")
    (skill / "copy").hardlink_to(skill.parent / "secret")
    with pytest.raises(Refused, match="copy is a hard link"):
        folders.read(skill)


def test_a_fifo_is_refused_and_nobody_waits_for_it(skill: Path) -> None:
    os.mkfifo(skill / "pipe")
    with pytest.raises(Refused, match="pipe is a FIFO"):
        folders.read(skill)


def test_a_socket_is_refused(skill: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(skill)  # its own path may be longer than a socket's can be
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("sock")
        with pytest.raises(Refused, match="sock is a socket"):
            folders.read(skill)


def test_devices_and_missing_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is a device"):
        folders.read(Path("/dev/null"))
    with pytest.raises(Refused, match="no such file"):
        folders.read(tmp_path / "none")


def test_names_that_no_other_system_could_keep_are_refused(skill: Path) -> None:
    (skill / "a:b").write_text("x")
    with pytest.raises(Refused, match="'a:b'"):
        folders.read(skill)


def test_files_that_differ_only_in_case_are_refused(skill: Path) -> None:
    (skill / "a.md").write_text("x")
    (skill / "A.md").write_text("x")
    with pytest.raises(Refused, match="differ only in case"):
        folders.read(skill)


def test_a_skill_md_of_the_greatest_size_passes_and_one_byte_more_does_not(skill: Path) -> None:
    (skill / "SKILL.md").write_text(TEXT + "a" * (SKILL_MD - len(TEXT)))
    assert len(folders.read(skill).bundle.text) == SKILL_MD
    (skill / "SKILL.md").write_text(TEXT + "a" * (SKILL_MD + 1 - len(TEXT)))
    with pytest.raises(Refused, match="102,401 bytes"):
        folders.read(skill)


def test_companions_of_the_greatest_size_pass_and_one_byte_more_does_not(skill: Path) -> None:
    (skill / "scripts" / "run.sh").unlink()
    (skill / "big").write_bytes(b"x" * COMPANIONS)
    assert len(folders.read(skill).bundle.files["big"]) == COMPANIONS
    (skill / "more").write_bytes(b"x")
    with pytest.raises(Refused, match="20,971,520"):
        folders.read(skill)


def test_a_file_with_holes_is_not_read_beyond_the_limit(skill: Path) -> None:
    with (skill / "holes").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(Refused, match="holes"):
        folders.read(skill)


def test_a_folder_too_deep_is_refused(skill: Path) -> None:
    (skill / "/".join("d" * 20)).mkdir(parents=True)
    with pytest.raises(Refused, match="folders deep"):
        folders.read(skill)


def test_a_folder_of_too_many_files_is_refused(skill: Path) -> None:
    for n in range(2_001):
        (skill / f"f{n}").touch()
    with pytest.raises(Refused, match="2,002 files"):
        folders.read(skill)


@pytest.mark.parametrize(
    ("raw", "word"), [(b"---\nname: \xff\n---\n", "SKILL.md:2 is not UTF-8"), (b"---\nname: x\n---\n\0", "SKILL.md:4 holds a NUL")]
)
def test_a_skill_md_that_is_no_text_is_refused_with_its_line(skill: Path, raw: bytes, word: str) -> None:
    (skill / "SKILL.md").write_bytes(raw)
    with pytest.raises(Refused, match=word):
        folders.read(skill)


# ── archives ──


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("top", ["", "./", "x1/", "./x1/"])
def test_archives_are_read_like_folders(tmp_path: Path, top: str, form: int) -> None:
    files = (f"{top}SKILL.md", TEXT.encode()), (f"{top}refs/{'long-' * 15}ö.md", b"g")
    for name, data in {
        "x1.zip": zipped(*files),
        "x1.tar": tarred(*files, form=form),
        "x1.tar.gz": gzip.compress(tarred(*files, form=form)),
    }.items():
        (tmp_path / name).write_bytes(data)
        taken = folders.read(tmp_path / name)
        assert (taken.folder, taken.bundle.text, list(taken.bundle.files)) == ("x1", TEXT, [f"refs/{'long-' * 15}ö.md"])


def test_what_lies_beside_the_skill_or_is_litter_is_left_out_and_named() -> None:
    data = zipped(
        ("README.md", b""), ("x1/SKILL.md", TEXT.encode()), ("__MACOSX/x1/._SKILL.md", b"x"), ("x1/.git/a", b""), ("x1/.git/b", b"")
    )
    taken = folders.unpacked(data, "in.zip")
    assert taken.skipped == ("README.md", "__MACOSX", "x1/.git")
    assert taken.bundle.files == {}


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/etc/evil", "C:/evil", "..\\evil", "\\evil", ".git/../../evil", "a/..", "../"]
)
def test_names_that_leave_the_folder_are_refused_by_name(name: str) -> None:
    for data in (zipped(("SKILL.md", TEXT.encode()), (name, b"x")), tarred(("SKILL.md", TEXT.encode()), (name, b"x"))):
        told = refused(data)
        assert "in.zip: file path" in told


def test_a_folder_that_climbs_is_refused_even_if_it_is_empty() -> None:
    assert "file path '../up" in refused(tarred(("SKILL.md", TEXT.encode()), (member("../up", tarfile.DIRTYPE), b"")))
    assert "file path '../up" in refused(zipped(("SKILL.md", TEXT.encode()), ("../up/", b"")))


@pytest.mark.parametrize(
    ("kind", "word"),
    [(tarfile.SYMTYPE, "a symbolic link"), (tarfile.LNKTYPE, "a hard link"), (tarfile.CHRTYPE, "a device"), (tarfile.BLKTYPE, "a device"),
     (tarfile.FIFOTYPE, "a FIFO"), (b"Z", "no plain file")],
)  # fmt: skip
def test_a_tar_holds_files_only(kind: bytes, word: str) -> None:
    data = tarred(("SKILL.md", TEXT.encode()), (member("odd", kind, "/etc/passwd"), b""))
    assert f"'odd' is {word}" in refused(data)


@pytest.mark.parametrize(
    ("mode", "word"),
    [(stat.S_IFLNK | 0o777, "a symbolic link"), (stat.S_IFIFO, "a FIFO"), (stat.S_IFCHR, "a device"), (stat.S_IFSOCK, "a socket")],
)
def test_a_zip_holds_files_only(mode: int, word: str) -> None:
    assert f"'odd' is {word}" in refused(zipped(("SKILL.md", TEXT.encode()), (entry("odd", mode), b"/etc/passwd")))


def test_the_same_name_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(("SKILL.md", TEXT.encode()), ("SKILL.md", b"evil"))
    assert "twice" in refused(data)
    assert "twice" in refused(tarred(("SKILL.md", TEXT.encode()), ("./SKILL.md", b"evil")))
    assert "differ only in case" in refused(tarred(("SKILL.md", TEXT.encode()), ("a", b""), ("A", b"")))


def test_an_encrypted_zip_is_refused() -> None:
    data = bytearray(zipped(("SKILL.md", TEXT.encode())))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    assert "'SKILL.md' is encrypted" in refused(bytes(data))


def test_a_nul_in_a_name_is_refused() -> None:
    data = zipped(("SKILL.md", TEXT.encode()), ("a_b.md", b"x")).replace(b"a_b.md", b"a\0b.md")
    assert "holds a NUL" in refused(data)


def test_packings_that_need_much_memory_are_refused() -> None:
    assert "pack it again with deflate" in refused(zipped(("SKILL.md", TEXT.encode()), method=zipfile.ZIP_LZMA))


def test_a_zip_bomb_is_refused_by_what_it_says() -> None:
    told = refused(zipped(("SKILL.md", TEXT.encode()), ("bomb", b"\0" * (COMPANIONS + SKILL_MD + 1))))
    assert "'bomb' would unpack to more" in told


def test_a_zip_bomb_is_refused_by_what_its_parts_add_up_to() -> None:
    told = refused(zipped(("SKILL.md", TEXT.encode()), *((f"b{n}", b"\0" * 4_000_000) for n in range(6))))
    assert "'b5' would unpack to more" in told


def test_a_zip_that_lies_about_a_size_is_refused() -> None:
    data = bytearray(zipped(("SKILL.md", TEXT.encode()), ("bomb", b"\0" * 9_000_000)))
    at = data.rindex(b"PK\1\2")
    struct.pack_into("<L", data, at + 24, 10)
    assert "in.zip: " in refused(bytes(data))


def test_a_zip_with_a_list_of_names_without_end_is_refused() -> None:
    data = bytearray(zipped(("SKILL.md", TEXT.encode())))
    struct.pack_into("<L", data, data.rindex(b"PK\5\6") + 12, 1 << 30)
    assert "list of names" in refused(bytes(data))


def test_a_zip64_is_refused() -> None:
    data = zipped(("SKILL.md", TEXT.encode()))
    at = data.rindex(b"PK\5\6")
    assert "zip64" in refused(data[:at] + b"PK\6\7" + bytes(16) + data[at:])


def test_a_gzip_bomb_stops_at_the_cap() -> None:
    assert "unpacks to more" in refused(gzip.compress(b"\0" * 40_000_000))


def test_a_tar_with_a_long_header_or_two_sizes_is_refused() -> None:
    long = member("a", tarfile.REGTYPE)
    long.pax_headers = {"comment": "c" * 100_000}
    assert "header of 100," in refused(tarred(("SKILL.md", TEXT.encode()), (long, b"")))
    two = member("a", tarfile.REGTYPE)
    two.pax_headers = {"size": "12"}
    assert "two sizes" in refused(tarred(("SKILL.md", TEXT.encode()), (two, b"")))
    sparse = member("a", tarfile.GNUTYPE_SPARSE)
    assert "sparse" in refused(tarred(("SKILL.md", TEXT.encode()), (sparse, b"")))


def test_too_many_entries_are_refused() -> None:
    many = [(f".h{n}", b"") for n in range(ENTRIES + 1)]
    assert "entries" in refused(tarred(("SKILL.md", TEXT.encode()), *many, form=tarfile.USTAR_FORMAT))
    assert "entries" in refused(zipped(("SKILL.md", TEXT.encode()), *many))


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\5\6", b"\x1f\x8b", b"\x1f\x8b\x08junk", b"x" * 2000, b"PK\3\4" + b"x" * 100])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    assert refused(data).startswith("in.zip")


ZIP = zipped(("SKILL.md", TEXT.encode()), ("scripts/run.sh", b"#!/bin/sh\necho\n"), (entry("link", stat.S_IFLNK | 0o777), b"/etc"))
TAR = tarred(("SKILL.md", TEXT.encode()), ("n" * 120, b"#!/bin/sh\necho\n"), ("c", b"d"))


@given(
    st.sampled_from([ZIP, TAR, gzip.compress(TAR, mtime=0)]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=6),
)
def test_a_damaged_archive_is_read_or_refused_and_never_breaks_anything(data: bytes, damage: list[tuple[float, int]]) -> None:
    broken = bytearray(data)
    for where, byte in damage:
        broken[min(int(where * len(broken)), len(broken) - 1)] = byte
    try:
        taken = folders.unpacked(bytes(broken), "in.zip")
    except Refused:
        return
    assert folders.size(taken.bundle) <= COMPANIONS + SKILL_MD


# ── writing ──

NAMES = st.sampled_from(["a.md", "scripts/run.sh", "scripts/deep/x", "assets/é.png", "LICENSE"])
BUNDLES = st.builds(
    lambda text, files: Bundle(text=TEXT + text, files=files),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=50),
    st.dictionaries(NAMES, st.binary(max_size=50), max_size=5),
)


@given(BUNDLES)
def test_what_was_written_is_what_is_read(tmp_path_factory: pytest.TempPathFactory, bundle: Bundle) -> None:
    target = tmp_path_factory.mktemp("store") / "1"
    folders.write(bundle, target)
    taken = folders.read(target)
    assert (taken.bundle, taken.folder) == (bundle, "1")
    assert folders.digest(taken.bundle) == folders.digest(bundle)


def test_scripts_can_be_run_and_nothing_can_be_written_by_others(tmp_path: Path) -> None:
    folders.write(Bundle(text=TEXT, files={"s/run": b"#!/bin/sh\n", "s/data": b"x"}), tmp_path / "1")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "1").rglob("*")}
    assert [modes["run"] & 0o100, modes["data"] & 0o111, modes["SKILL.md"] & 0o111] == [0o100, 0, 0]
    assert all(mode & 0o022 == 0 for mode in modes.values())


def test_a_version_is_never_written_over(tmp_path: Path) -> None:
    folders.write(Bundle(text=TEXT, files={"a": b"1"}), tmp_path / "1")
    with pytest.raises(StoreError, match="exists already"):
        folders.write(Bundle(text=TEXT, files={"a": b"2"}), tmp_path / "1")
    assert (tmp_path / "1" / "a").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["1"]


def test_a_link_in_the_place_of_the_target_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "1").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError):
        folders.write(Bundle(text=TEXT, files={}), tmp_path / "1")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("path", ["../out", "/abs", "a//b", "a\\b", ".hidden", "skill.md"])
def test_a_bundle_with_a_bad_path_writes_nothing(tmp_path: Path, path: str) -> None:
    with pytest.raises(Refused):
        folders.write(Bundle(text=TEXT, files={path: b"x"}), tmp_path / "store")
    assert list(tmp_path.iterdir()) == []


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot write"):
        folders.write(Bundle(text=TEXT, files={}), tmp_path / "missing" / "1")
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_leaves_is_known_by_its_name() -> None:
    assert folders.is_unfinished(".1.0123456789abcdef.999999999.unfinished")
    assert not folders.is_unfinished(f".1.0123456789abcdef.{os.getpid()}.unfinished")
    assert not folders.is_unfinished("1")
    assert not folders.is_unfinished(".trash")


def test_the_digest_does_not_hang_on_the_order_of_files() -> None:
    one = Bundle(text=TEXT, files={"a": b"1", "b": b"2"})
    assert folders.digest(one) == folders.digest(Bundle(text=TEXT, files={"b": b"2", "a": b"1"}))


@given(BUNDLES, BUNDLES)
def test_equal_digests_are_equal_skills(one: Bundle, other: Bundle) -> None:
    assert (folders.digest(one) == folders.digest(other)) == (one == other)


def test_the_digest_tells_where_a_name_ends_and_a_file_begins() -> None:
    assert folders.digest(Bundle(text=TEXT, files={"ab": b"c"})) != folders.digest(Bundle(text=TEXT, files={"a": b"bc"}))


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
def test_of_a_tar_that_is_damaged_or_cut_off_nothing_is_taken(form: int) -> None:
    whole = tarred(("SKILL.md", TEXT.encode()), ("notes.md", b"notes"), ("more.md", b"more"), form=form)
    at = whole.index(b"notes.md")

    assert "damaged" in refused(whole[:at] + b"N" + whole[at + 1 :])
    assert "its end is missing" in refused(whole[:at])
    assert set(folders.unpacked(whole, "x.tar").bundle.files) == {"notes.md", "more.md"}
