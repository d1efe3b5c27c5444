"""A person at a terminal: what the agent does is shown while it does it, and what may not run unasked is asked about.

clean      somebody else's words, made fit for a terminal       shown      calls and verdicts as lines
proposed   a call as a person has to see it to say yes          screen     looks on at a run, and writes it down
typed      input with history, several lines and completion     piped      input from a file or another program
asking     a yes or no in the middle of a run                    cancel     Ctrl-C
commands   /help, /rules, /why, /undo and the rest              looks      what they show
ready      an app, its layer and its folder, put together       once       one message
chat       message after message                                 echo       what is typed meanwhile
"""
