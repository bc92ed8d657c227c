/**
 * User scripts of rule nodes: compiled once per node, run off the main thread within limits.
 *
 * A script that breaks its time or memory limit three times in a row is blocked for a minute: its calls fail at once
 * and cost nobody anything.
 */

import type { Logger } from 'pino'
import { type Guard, noGuard } from '../guard/guard.ts'
import { defaultLimits, type Limits } from '../limits/limits.ts'
import type { PooledScript } from './script-batch.ts'
import { createScriptPool } from './script-pool.ts'
import {
  filterResult,
  generateResult,
  isScriptKind,
  jsonResult,
  ScriptError,
  type ScriptInput,
  type ScriptKind,
  stringResult,
  switchResult,
  updateResult,
} from './script-results.ts'
import { defaultScriptLimits, type ScriptLimits } from './script-sandbox.ts'

/** Breaches of a limit in a row after which a script is blocked. */
const breachesMax = 3
const blockedMs = 60_000

export interface ScriptHandle {
  readonly kind: ScriptKind
  /**
   * What the script returns, to be read by the functions of script-results.ts. The first call compiles. Rejects with
   * `ScriptError`.
   */
  run(input: ScriptInput): Promise<string>
  /**
   * Compiles it in the sandbox without running it. Rejects with a `ScriptError` that names the fault of the script; what
   * else kept it from being compiled (time, memory, a stop) says nothing of it and is no fault.
   */
  check(): Promise<void>
  dispose(): void
}

export interface ScriptTest {
  readonly script: string
  readonly scriptType: string
  readonly argNames: readonly string[]
  /** JSON text. */
  readonly msg: string
  readonly metadata: Readonly<Record<string, string>>
  readonly msgType: string
}

/** One of the two is empty. */
export interface ScriptTestResult {
  readonly output: string
  readonly error: string
}

export interface Scripts {
  /** Throws `ScriptError` when an argument name is none. Syntax errors show at `check` and at every call. */
  compile(tenantId: string, nodeId: string, kind: ScriptKind, body: string, argNames?: readonly string[]): ScriptHandle
  /** Runs a script once, as the test call of the wire does; never rejects for the script's own faults. */
  test(tenantId: string, request: ScriptTest): Promise<ScriptTestResult>
  /** A tenant is gone: what waits of it fails as `gone` instead of using up time that others wait for. */
  forget(tenantId: string): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

export interface ScriptsDeps {
  readonly log: Pick<Logger, 'debug' | 'warn'>
  readonly limits?: Partial<ScriptLimits>
  /** Threads at most; one unless scripts hold each other up. */
  readonly threadsMax?: number
  /** Of the server; absent: the defaults. */
  readonly tenantLimits?: Limits
  readonly guard?: Pick<Guard, 'uncaught'>
}

export const messageArgNames = ['msg', 'metadata', 'msgType'] as const

const identifier = /^[A-Za-z_$][\w$]*$/

export function createScripts({
  log,
  limits = {},
  threadsMax = 3,
  tenantLimits = defaultLimits,
  guard = noGuard,
}: ScriptsDeps): Scripts {
  const pool = createScriptPool({ limits: { ...defaultScriptLimits, ...limits }, log, threadsMax, tenantLimits, guard })
  let lastId = 0

  function compile(
    tenantId: string,
    nodeId: string,
    kind: ScriptKind,
    body: string,
    argNames: readonly string[] = messageArgNames,
  ): ScriptHandle {
    const bad = argNames.find((name) => !identifier.test(name))
    if (bad !== undefined || argNames.length !== messageArgNames.length) {
      throw new ScriptError('compile', 'argNames must be three names of arguments, such as msg, metadata, msgType.')
    }
    const wantsMetadata = canRead(kind === 'update' ? body.replace(passesMetadataOn, '') : body, argNames[1] as string)
    let breaches = 0
    let blockedUntil = 0
    let isDisposed = false
    const script: PooledScript = {
      id: ++lastId,
      tenantId,
      source: { body, argNames, asParts: kind === 'update' },
      ended(fault) {
        if (fault === null) breaches = 0
        if (fault !== 'time' && fault !== 'memory') return
        breaches++
        if (breaches < breachesMax) return
        blockedUntil = performance.now() + blockedMs
        log.warn(
          { tenantId, nodeId },
          'A script exceeded its limits several times in a row and is blocked for a minute.',
        )
      },
    }

    function run({ data, metadata, type }: ScriptInput): Promise<string> {
      if (isDisposed) {
        return Promise.reject(new ScriptError('gone', 'The rule node was changed or removed. Send the message again.'))
      }
      if (blockedUntil > 0 && performance.now() < blockedUntil) {
        const message = `The script exceeded its limits ${breachesMax} times in a row and is blocked for a minute. Fix it and save the rule chain.`
        return Promise.reject(new ScriptError('blocked', message))
      }
      return pool.run(script, { data, metadata: wantsMetadata ? JSON.stringify(metadata) : '', type })
    }

    return {
      kind,
      run,
      check: () =>
        pool.check(script).catch((error: unknown) => {
          if (!(error instanceof ScriptError) || error.fault === 'compile') throw error
        }),
      dispose() {
        if (isDisposed) return
        isDisposed = true
        pool.drop(script)
      },
    }
  }

  async function test(tenantId: string, request: ScriptTest): Promise<ScriptTestResult> {
    const { script, scriptType: kind, argNames, msg, metadata, msgType } = request
    if (!isScriptKind(kind)) return { output: '', error: `The script type "${kind}" is unknown.` }
    let handle: ScriptHandle | null = null
    try {
      handle = compile(tenantId, 'test', kind, script, argNames)
      const input: ScriptInput = { data: msg, metadata, type: msgType }
      return { output: testOutput(kind, await handle.run(input), input), error: '' }
    } catch (error) {
      if (error instanceof ScriptError) return { output: '', error: error.message }
      throw error
    } finally {
      handle?.dispose()
    }
  }

  return {
    compile,
    test,
    forget: pool.forget,
    stop: pool.stop,
    get stats() {
      return pool.stats
    },
  }
}

/**
 * The usual end of a transformation. Behind it a body has nothing, so it stands in no inner function, and the metadata in
 * it go where they came from.
 */
const passesMetadataOn =
  /\breturn\s*\{\s*msg\s*:\s*(?!metadata\b)[\w$]+\s*,\s*metadata\s*:\s*metadata\s*,\s*msgType\s*:\s*(?:(?!metadata\b)[\w$]+|'[^'\\]*'|"[^"\\]*")\s*\}[\s;]*$/

/** Whether a script may look at an argument: it names it, or could do so by way of these. */
const canRead = (body: string, argName: string) => body.includes(argName) || /\\u|\beval\b|\barguments\b/.test(body)

/** The result as the test call shows it. */
function testOutput(kind: ScriptKind, text: string, input: ScriptInput): string {
  switch (kind) {
    case 'filter':
      return String(filterResult(text))
    case 'switch':
      return JSON.stringify(switchResult(text).sort())
    case 'json':
      return jsonResult(text)
    case 'string':
      return stringResult(text)
    case 'generate':
      return messageText(generateResult(text, input))
    case 'update': {
      const messages = updateResult(text, input).map(messageText)
      return messages.length === 1 ? (messages[0] as string) : `[${messages.join()}]`
    }
  }
}

const messageText = ({ data, metadata, type }: ScriptInput): string =>
  `{"msg":${data},"metadata":${JSON.stringify(metadata)},"msgType":${JSON.stringify(type)}}`
