"""A provider's API with Habitus in between: requests and answers of OpenAI Chat Completions, OpenAI Responses and Anthropic Messages.

    sse            bytes → frames, each with its bytes            conversation   whose request is this, and what in it is new
    body           JSON as text with places in it                 events         what is new, as events
    openai_chat, openai_responses, anthropic                      placing        words of ours for the model
                   one API each: parts, places, calls, streams    taking         a request read, recognised, and written on
    wire           what they have in common                       desk           all of it, and the layer
    http1          a request as bytes, and answers out of them

Values in, values out; the wire itself is `server.proxy`. Standard library only.
"""
