/**
 * Keeps the log readable for the operator: bounds the lines that one tenant, address or device causes within a minute,
 * and the characters of each text.
 *
 * Stands in front of every line, so no part bounds lines of its own. What was left out is counted and said once a minute.
 */

import type { EntityId } from '@sonde/model/ids'
import { entityId } from '@sonde/model/ids'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import { type Peak, raise } from '../limits/peaks.ts'

const minuteMs = 60_000
/** Sources counted one by one within a minute; those beyond share one count. */
const sourcesMax = 2_000
/** Lines of all addresses together, as a multiple of those of one. */
const addressesFactor = 10
/** Lines below info, as a multiple of the others: an operator who asks for them is looking for something. */
const debugFactor = 10
/** Lines that say what was left out, per minute; the last one sums up the rest. */
const summariesMax = 20

const infoLevel = 30
const fatalLevel = 60

/** Who causes a line, from the most to the least that is known of it. `text`: lines without a cause that read the same. */
export type LineCause = 'tenant' | 'address' | 'device' | 'text'

/** Left out within a minute. */
export interface LeftOut {
  readonly cause: LineCause | 'others'
  /** Id, address or text; none of `others`. */
  readonly of: string | null
  readonly lines: number
}

export interface LogBounds {
  /** Whether a line is written. `level` is pino's number. */
  tryAcquire(fields: Readonly<Record<string, unknown>> | null, text: string, level: number): boolean
  /** A text, cut to what a line may have. */
  cut(text: string, tenantId: string | null): string
  /** Begins another minute when this one is over. Returns what was left out, the most first. */
  roll(): readonly LeftOut[]
  /** Something was left out and not said yet. */
  readonly hasLeftOut: boolean
  /** From here on the limits of the tenants hold, and drops are counted. */
  connect(limits: Pick<Limits, 'of' | 'count' | 'measure' | 'peaksOf'>): void
}

interface Source {
  readonly cause: LeftOut['cause']
  readonly of: string | null
  lines: number
  debugLines: number
  leftOut: number
}

const newSource = (cause: LeftOut['cause'], of: string | null): Source => ({
  cause,
  of,
  lines: 0,
  debugLines: 0,
  leftOut: 0,
})

export function createLogBounds({ clock }: { readonly clock: Clock }): LogBounds {
  let limits: Pick<Limits, 'of' | 'count'> | null = null
  let textPeaks: ((tenantId: string) => Peak) | null = null
  let sources = new Map<string, Source>()
  let others = newSource('others', null)
  let addressLines = 0
  let endMs = 0
  let hasLeftOut = false

  const limitFor = (tenantId: string | null, key: LimitKey): number => limits?.of(tenantId, key) ?? limitOf(key).default

  function sourceOf(cause: LineCause, of: string): Source {
    const key = `${cause} ${of}`
    const existing = sources.get(key)
    if (existing) return existing
    if (sources.size >= sourcesMax) return others
    const made = newSource(cause, of)
    sources.set(key, made)
    return made
  }

  function hasRoom(source: Source, level: number): boolean {
    const most = limitFor(source.cause === 'tenant' ? source.of : null, 'logLines')
    if (level < infoLevel) return ++source.debugLines <= most * debugFactor
    if (++source.lines > most) return false
    return source.cause !== 'address' || ++addressLines <= most * addressesFactor
  }

  function tryAcquire(fields: Readonly<Record<string, unknown>> | null, text: string, level: number): boolean {
    if (level >= fatalLevel) return true
    const { cause, of } = causeOf(fields, text)
    // Lines below info that nobody causes are the operator's choice alone.
    if (cause === 'text' && level < infoLevel) return true
    const source = sourceOf(cause, of)
    if (hasRoom(source, level)) return true
    source.leftOut++
    hasLeftOut = true
    limits?.count(cause === 'tenant' ? of : null, 'logLines', nodeOf(fields))
    return false
  }

  function cut(text: string, tenantId: string | null): string {
    const most = limitFor(tenantId, 'logCharacters')
    if (tenantId !== null && textPeaks) raise(textPeaks(tenantId), text.length)
    if (text.length <= most) return text
    limits?.count(tenantId, 'logCharacters')
    return `${text.slice(0, most)}… (${text.length} characters)`
  }

  function roll(): readonly LeftOut[] {
    const nowMs = clock.nowMs()
    // A clock that was set back does not make a minute longer.
    if (nowMs < endMs && nowMs >= endMs - minuteMs) return []
    endMs = nowMs + minuteMs
    addressLines = 0
    hasLeftOut = false
    const before = [...sources.values(), others].filter(({ leftOut }) => leftOut > 0)
    sources = new Map()
    others = newSource('others', null)
    return summarized(before)
  }

  return {
    tryAcquire,
    cut,
    roll,
    get hasLeftOut() {
      return hasLeftOut
    },
    connect(given) {
      limits = given
      textPeaks = given.peaksOf('logCharacters')
      given.measure('logLines', (tenantId) => sources.get(`tenant ${tenantId}`)?.lines ?? 0)
    },
  }
}

function summarized(sources: readonly Source[]): readonly LeftOut[] {
  const all = sources
    .map(({ cause, of, leftOut }): LeftOut => ({ cause, of, lines: leftOut }))
    .sort((a, b) => Number(a.cause === 'others') - Number(b.cause === 'others') || b.lines - a.lines)
  if (all.length <= summariesMax) return all
  const rest = all.slice(summariesMax - 1).reduce((sum, { lines }) => sum + lines, 0)
  return [...all.slice(0, summariesMax - 1), { cause: 'others', of: null, lines: rest }]
}

function causeOf(fields: Readonly<Record<string, unknown>> | null, text: string): { cause: LineCause; of: string } {
  const named = (name: string) => {
    const value = fields?.[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const tenant = named('tenantId')
  if (tenant !== undefined) return { cause: 'tenant', of: tenant }
  const address = named('remote') ?? named('address')
  if (address !== undefined) return { cause: 'address', of: address }
  const device = named('deviceId')
  if (device !== undefined) return { cause: 'device', of: device }
  return { cause: 'text', of: text.slice(0, 200) }
}

function nodeOf(fields: Readonly<Record<string, unknown>> | null): EntityId | undefined {
  const id = fields?.ruleNodeId
  return typeof id === 'string' ? entityId('RULE_NODE', id) : undefined
}
