// Habitus for OpenCode. Written by `habitus install opencode`; `habitus uninstall opencode` takes it away.
import { spawn } from "node:child_process"

const COMMAND = [/* COMMAND */]
const SECONDS = 10
const CLOSED = COMMAND[COMMAND.length - 1] === "2"

// One hook: our client is started, told what happens, and its answer parsed. A failure is an exception here.
function told(payload) {
  return new Promise((resolve, reject) => {
    const client = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "pipe"], timeout: SECONDS * 1000 })
    let out = "", err = ""
    client.stdout.on("data", (part) => (out += part))
    client.stderr.on("data", (part) => (err += part))
    client.on("error", reject)
    client.on("close", (code) => {
      try {
        code === 0 ? resolve(out.trim() ? JSON.parse(out).hookSpecificOutput ?? {} : {}) : reject(new Error(err.trim() || `exit ${code}`))
      } catch (error) {
        reject(error)
      }
    })
    client.stdin.on("error", () => {})
    client.stdin.end(JSON.stringify(payload))
  })
}

export const Habitus = async ({ directory }) => {
  const waiting = new Map() // session → what its model is to hear with every request
  const once = new Map() // session → and with the next one alone
  const denied = new Set() // calls that we did not let through: that they failed is no news
  const said = (event, session, more) => ({ hook_event_name: event, session_id: session, cwd: directory, ...more })
  const keep = (session, text) => text && waiting.set(session, [...(waiting.get(session) ?? []), text].slice(-20))
  const failed = async (session, tool, args, call, error) => {
    const answer = await quietly(said("PostToolUseFailure", session, { tool_name: tool, tool_input: args ?? {}, tool_use_id: call, error }))
    return answer.additionalContext
  }
  const quietly = async (payload) => {
    try {
      return await told(payload)
    } catch {
      return {}
    }
  }
  return {
    event: async ({ event }) => {
      const session = event.properties?.info?.id ?? event.properties?.sessionID
      if (event.type === "session.created" && session) keep(session, (await quietly(said("SessionStart", session, { source: "startup" }))).additionalContext)
      const part = event.type === "message.part.updated" ? event.properties?.part : undefined
      if (part?.type === "tool" && part.state?.status === "error" && !denied.delete(part.callID)) {
        const text = await failed(part.sessionID, part.tool, part.state.input, part.callID, String(part.state.error ?? "failed"))
        if (text) once.set(part.sessionID, text)
      }
      if (event.type === "session.deleted" && session) await quietly(said("SessionEnd", session, { reason: "deleted" }))
    },
    "chat.message": async (input, output) => {
      const prompt = (output.parts ?? []).filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n")
      if (prompt) keep(input.sessionID, (await quietly(said("UserPromptSubmit", input.sessionID, { prompt, prompt_id: output.message?.id }))).additionalContext)
    },
    "experimental.chat.system.transform": async (input, output) => {
      const texts = [...(waiting.get(input?.sessionID) ?? []), once.get(input?.sessionID)].filter(Boolean)
      once.delete(input?.sessionID)
      if (texts.length) output.system.push(texts.join("\n\n"))
    },
    "tool.execute.before": async (input, output) => {
      let answer = {}
      try {
        answer = await told(said("PreToolUse", input.sessionID, { tool_name: input.tool, tool_input: output.args, tool_use_id: input.callID }))
      } catch (error) {
        if (CLOSED) throw new Error(`habitus could not judge this call, and was installed to block then: ${error.message}`)
      }
      if (answer.permissionDecision === "deny") {
        if (denied.size > 1000) denied.clear()
        denied.add(input.callID)
        throw new Error(answer.permissionDecisionReason)
      }
    },
    "tool.execute.after": async (input, output) => {
      const more = { tool_name: input.tool, tool_input: input.args ?? {}, tool_use_id: input.callID, tool_response: output.output }
      const text = output.metadata?.exit // a command's exit code
        ? await failed(input.sessionID, input.tool, input.args, input.callID, String(output.output || `exit code ${output.metadata.exit}`))
        : (await quietly(said("PostToolUse", input.sessionID, more))).additionalContext
      if (text) output.output = `${output.output ?? ""}\n\n${text}`
    },
  }
}
