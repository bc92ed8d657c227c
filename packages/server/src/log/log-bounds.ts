/**
 * Keeps the log readable: limits the lines per minute that one tenant, address or device causes, and the length of
 * each text.
 *
 * Applied to every line, so that components needn't limit their own lines. The number of dropped lines is logged once
 * a minute.
 */

import type { EntityId } from '@sonde/model/ids'
import { entityId } from '@sonde/model/ids'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import { type Peak, raise } from '../limits/peaks.ts'

const minuteMs = 60_000
/** Maximum sources counted individually per minute. Further ones share one count. */
const sourcesMax = 2_000
/** Limit for all addresses together, as a multiple of the limit per address. */
const addressesFactor = 10
/** Limit for lines below info, as a multiple of the normal limit: an operator who enables them needs the details. */
const debugFactor = 10
/** Maximum lines per minute that report dropped lines. The last one sums up the rest. */
const summariesMax = 20

const infoLevel = 30
const fatalLevel = 60

/**
 * Cause of a line, from the most to the least specific. `text`: lines without a known cause are grouped by their text.
 */
export type LineCause = 'tenant' | 'address' | 'device' | 'text'

/** Lines dropped within a minute. */
export interface LeftOut {
  readonly cause: LineCause | 'others'
  /** Id, address or text of the cause. Null for `others`. */
  readonly of: string | null
  readonly lines: number
}

export interface LogBounds {
  /** Returns whether a line is to be written. `level` is pino's number. */
  tryAcquire(fields: Readonly<Record<string, unknown>> | null, text: string, level: number): boolean
  /** Returns the text, truncated to the maximum length. */
  cut(text: string, tenantId: string | null): string
  /** Starts a new minute if the current one is over. Returns the dropped lines, largest count first. */
  roll(): readonly LeftOut[]
  /** True if lines were dropped and not reported yet. */
  readonly hasLeftOut: boolean
  /** Connects the tenants' limits, which apply from now on, and counts drops. */
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
    // Lines below info without a cause are only enabled by the operator, and aren't limited.
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
    // A clock that was set back doesn't extend the minute.
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
