/**
 * User scripts of rule nodes: compiled once per node, run in worker threads within limits.
 *
 * A script that exceeds its time or memory limit three times in a row is blocked for a minute: its calls fail at once,
 * without using resources.
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

/** Number of consecutive limit violations that block a script. */
const breachesMax = 3
const blockedMs = 60_000

export interface ScriptHandle {
  readonly kind: ScriptKind
  /**
   * Resolves with the script's return value as text, to be decoded by the functions of script-results.ts. The first
   * call
   * compiles. Rejects with `ScriptError`.
   */
  run(input: ScriptInput): Promise<string>
  /**
   * Compiles the script in the sandbox without running it. Rejects with `ScriptError` only for compile errors. Time
   * limit,
   * memory and shutdown errors don't prove that the script is faulty, so they're ignored.
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

/** Exactly one of the two is empty. */
export interface ScriptTestResult {
  readonly output: string
  readonly error: string
}

export interface Scripts {
  /** Throws `ScriptError` for an invalid argument name. Syntax errors are reported by `check` and by every call. */
  compile(tenantId: string, nodeId: string, kind: ScriptKind, body: string, argNames?: readonly string[]): ScriptHandle
  /** Runs a script once for the test call of the wire API. Never rejects for faults of the script. */
  test(tenantId: string, request: ScriptTest): Promise<ScriptTestResult>
  /**
   * Called for a deleted tenant: its waiting calls fail as `gone` instead of using time that other tenants wait for.
   */
  forget(tenantId: string): void
  stop(): Promise<void>
  readonly stats: { readonly threads: number; readonly waiting: number; readonly recycled: number }
}

export interface ScriptsDeps {
  readonly log: Pick<Logger, 'debug' | 'warn'>
  readonly limits?: Partial<ScriptLimits>
  /** Maximum number of threads; only one is used unless scripts delay each other. */
  readonly threadsMax?: number
  /** Server limits; absent: the defaults. */
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
 * The usual final statement of a transformation, which passes the metadata on unchanged. It's at the end of the body,
 * so
 * it isn't inside an inner function.
 */
const passesMetadataOn =
  /\breturn\s*\{\s*msg\s*:\s*(?!metadata\b)[\w$]+\s*,\s*metadata\s*:\s*metadata\s*,\s*msgType\s*:\s*(?:(?!metadata\b)[\w$]+|'[^'\\]*'|"[^"\\]*")\s*\}[\s;]*$/

/** Whether a script may read an argument: it contains the name, or a construct that can access arguments indirectly. */
const canRead = (body: string, argName: string) => body.includes(argName) || /\\u|\beval\b|\barguments\b/.test(body)

/** The result in the format of the test call. */
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
