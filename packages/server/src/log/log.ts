/** The server's log: JSON lines on stdout, limited by `log-bounds.ts`. */

import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import type { Clock } from '../clock.ts'
import { createLogBounds, type LeftOut, type LogBounds } from './log-bounds.ts'

const minuteMs = 60_000
/** Maximum length of an error's stack. */
const stackMax = 4_000

export interface ServerLog {
  readonly log: Logger
  readonly bounds: LogBounds
}

export interface ServerLogDeps {
  readonly level: string
  readonly clock: Clock
  /** Default: stdout. */
  readonly to?: DestinationStream
}

type Fields = Readonly<Record<string, unknown>>

export function createServerLog({ level, clock, to }: ServerLogDeps): ServerLog {
  const bounds = createLogBounds({ clock })
  let isWaiting = false
  /** True while a report of dropped lines is written, which isn't limited. */
  let isSummary = false

  function sayLeftOut() {
    for (const each of bounds.roll()) {
      isSummary = true
      log.warn(...summaryOf(each))
      isSummary = false
    }
  }

  /** Reports dropped lines at the end of the minute if no other line triggers the report. */
  function sayLater() {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      sayLeftOut()
      // A new minute has started since, with further drops.
      if (bounds.hasLeftOut) sayLater()
    }, minuteMs).unref()
  }

  const options: pino.LoggerOptions = {
    level,
    base: null,
    serializers: { err: (error: Error) => boundedError(error, (text) => bounds.cut(text, null)) },
    hooks: {
      logMethod(args, method, number) {
        if (isSummary) return method.apply(this, args)
        sayLeftOut()
        const [first, second] = args as unknown[]
        const fields =
          typeof first === 'object' && first !== null && !(first instanceof Error) ? (first as Fields) : null
        const text = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
        if (!bounds.tryAcquire(fields, text, number)) return sayLater()
        method.apply(this, cutArguments(args, fields, bounds))
      },
    },
  }
  const log = to ? pino(options, to) : pino(options)
  return { log, bounds }
}

type LogArguments = Parameters<pino.LogFn>

/** Returns the arguments with long texts truncated. */
function cutArguments(args: LogArguments, fields: Fields | null, bounds: LogBounds): LogArguments {
  const tenantId = typeof fields?.tenantId === 'string' ? fields.tenantId : null
  return (args as unknown[]).map((each) => {
    if (typeof each === 'string') return bounds.cut(each, tenantId)
    return each === fields && fields !== null ? cutFields(fields, (text) => bounds.cut(text, tenantId)) : each
  }) as LogArguments
}

function cutFields(fields: Fields, cut: (text: string) => string): Fields {
  let changed: Record<string, unknown> | null = null
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue
    const shorter = cut(value)
    if (shorter === value) continue
    changed ??= { ...fields }
    changed[name] = shorter
  }
  return changed ?? fields
}

/** Error in pino's format with truncated texts. Long additional properties of library errors are omitted. */
function boundedError(error: Error, cut: (text: string) => string): Fields {
  if (!(error instanceof Error)) return { message: cut(String(error)) }
  const { stack, ...fields } = stdSerializers.err(error) as unknown as Record<string, unknown>
  const bounded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') bounded[name] = cut(value)
    else if (typeof value !== 'object' || isShort(value)) bounded[name] = value
  }
  return typeof stack === 'string' ? { ...bounded, stack: stack.slice(0, stackMax) } : bounded
}

function isShort(value: unknown): boolean {
  try {
    return (JSON.stringify(value)?.length ?? 0) <= stackMax
  } catch {
    // Circular reference.
    return false
  }
}

function summaryOf({ cause, of, lines }: LeftOut): [Fields, string] {
  const many = lines === 1 ? '1 log line' : `${lines.toLocaleString('en-US')} log lines`
  const leftOut = lines === 1 ? 'was dropped in the last minute.' : 'were dropped in the last minute.'
  switch (cause) {
    case 'tenant':
      return [{ tenantId: of, lines }, `${many} of this tenant ${leftOut}`]
    case 'address':
      return [{ remote: of, lines }, `${many} caused by this address ${leftOut}`]
    case 'device':
      return [{ deviceId: of, lines }, `${many} of this device ${leftOut}`]
    case 'text':
      return [{ line: of, lines }, `${many} like this one ${leftOut}`]
    case 'others':
      return [{ lines }, `${many} of other tenants and addresses ${leftOut}`]
  }
}
