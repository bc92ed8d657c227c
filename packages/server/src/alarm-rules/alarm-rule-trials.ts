/**
 * Dry runs of alarm rules: evaluates a rule over the stored telemetry of a profile's devices, with the evaluator of the
 * rule
 * engine, and counts the alarms that it would raise. No alarm is raised.
 *
 * Attributes have no history, so their current values are used for the whole period. Values are applied in timestamp
 * order;
 * values with the same timestamp are applied together.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { type AlarmRuleTrial, trialDays } from '@sonde/model/device-profiles/alarm-rule-trial'
import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import type { AlarmRequest, PendingAlarm } from '../alarms/pending-alarms.ts'
import type { Clock } from '../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { Turns } from '../turns/turns.ts'
import { type ProfileRules, profileRulesOf } from './alarm-rule.ts'
import { DeviceAlarms, type Evaluation } from './device-alarms.ts'

/** Maximum number of devices per trial. */
export const trialDevicesMax = 100
/** Maximum number of values per key of a device, and per trial. */
export const trialValuesPerKeyMax = 10_000
export const trialValuesMax = 200_000
/** Time limit of a trial, ms. A trial that takes longer returns partial results. */
const trialMsMax = 10_000
/** The interval at which the rule node checks the clock. */
const tickMs = 60_000

const dayMs = 86_400_000

export interface AlarmRuleTrialDeps {
  /** Throws unless the caller may read the profile. */
  readonly requireProfile: (scope: Scope, profileId: string) => Promise<unknown>
  /** IDs of the profile's devices, newest first. */
  readonly deviceIds: (tenantId: string, profileId: string, limit: number) => Promise<readonly string[]>
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly series: Pick<SeriesStore, 'range'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly turns: Pick<Turns, 'isOver' | 'next'>
  readonly clock: Clock
}

export type AlarmRuleTrials = ReturnType<typeof createAlarmRuleTrials>

export function createAlarmRuleTrials(deps: AlarmRuleTrialDeps) {
  const { requireProfile, deviceIds, directory, series, attributes, turns, clock } = deps
  /** Tenants with a running trial. */
  const running = new Set<string>()

  async function run(scope: Scope, profileId: string, alarm: unknown): Promise<AlarmRuleTrial> {
    await requireProfile(scope, profileId)
    const rules = rulesOf(alarm)
    if (running.has(scope.tenantId)) {
      throw new DomainError(
        ErrorCode.TOO_MANY_REQUESTS,
        'Another alarm rule is being tested. Try again in a few seconds.',
        {
          retryAfterSeconds: trialMsMax / 1000,
        },
      )
    }
    running.add(scope.tenantId)
    try {
      return await overDevices(scope, profileId, rules)
    } finally {
      running.delete(scope.tenantId)
    }
  }

  async function overDevices({ tenantId }: Scope, profileId: string, rules: ProfileRules): Promise<AlarmRuleTrial> {
    const endTs = clock.nowMs()
    const startTs = endTs - trialDays * dayMs
    const ids = await deviceIds(tenantId, profileId, trialDevicesMax + 1)
    let isComplete = ids.length <= trialDevicesMax
    let raised = 0
    let raisedDevices = 0
    let devices = 0
    let values = 0
    for (const id of ids.slice(0, trialDevicesMax)) {
      if (values >= trialValuesMax || clock.nowMs() - endTs > trialMsMax) {
        isComplete = false
        break
      }
      const device = await directory.find(id)
      if (!device) continue
      const history = await historyOf(device, rules, { startTs, endTs, limit: limitPerKey(rules, values) })
      const ofDevice = await evaluate(device, rules, history.messages, endTs)
      if (history.isCut) isComplete = false
      devices++
      values += history.values
      raised += ofDevice
      if (ofDevice > 0) raisedDevices++
    }
    return { startTs, endTs, raised, raisedDevices, devices, values, isComplete }
  }

  async function historyOf(
    { id }: DeviceRecord,
    { seriesKeys }: ProfileRules,
    { startTs, endTs, limit }: { readonly startTs: number; readonly endTs: number; readonly limit: number },
  ) {
    const found = await series.range({
      entityId: id.id,
      keys: [...seriesKeys],
      startTs,
      endTs,
      limit,
      order: 'DESC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
    // All keys must start at the same time: from the latest start of the truncated keys.
    const cutAt = [...found.values()].flatMap((points) => (points.length >= limit ? [points.at(-1)?.ts ?? 0] : []))
    const fromTs = Math.max(startTs, ...cutAt)
    const messages = new Map<number, KeyedValue[]>()
    let values = 0
    for (const [key, points] of found) {
      for (const { ts, type, value } of points) {
        if (turns.isOver) await turns.next()
        if (ts < fromTs) break
        values++
        const existing = messages.get(ts)
        if (existing) existing.push({ key, type, value })
        else messages.set(ts, [{ key, type, value }])
      }
    }
    if (turns.isOver) await turns.next()
    return { messages: [...messages].sort(([a], [b]) => a - b), values, isCut: cutAt.length > 0 }
  }

  /** Number of alarms that would have been raised. */
  async function evaluate(
    device: DeviceRecord,
    rules: ProfileRules,
    messages: readonly (readonly [ts: number, values: readonly KeyedValue[]])[],
    endTs: number,
  ): Promise<number> {
    const alarms = new DeviceAlarms(device, rules, {
      series: { latest: async () => [] },
      attributes,
      alarms: imaginedAlarms(),
      clock,
    })
    await alarms.load(null)
    let raised = 0
    const counted: Evaluation = {
      add({ kind }) {
        if (kind === 'created') raised++
      },
      rest: () => (turns.isOver ? turns.next() : undefined),
    }
    /** Evaluates durations that expire without new values, at the latest before the next value. */
    const untilTs = async (ts: number) => {
      if (alarms.isDue(ts)) await alarms.tick(counted, ts)
    }
    for (const [index, [ts, values]] of messages.entries()) {
      if (turns.isOver) await turns.next()
      await alarms.apply(counted, 'series', ts, values)
      const next = messages[index + 1]?.[0] ?? endTs
      if (rules.hasDurations && next - ts > tickMs) await untilTs(next - 1)
    }
    return raised
  }

  return { run }
}

/** Parses one alarm of a profile. Throws 400 if it's invalid or uses no telemetry. */
function rulesOf(alarm: unknown): ProfileRules {
  const rules = profileRulesOf([alarm])
  const [fault] = rules?.faults ?? []
  if (fault) throw badRequest(fault)
  if (!rules || rules.seriesKeys.size === 0) {
    throw badRequest('The rule uses no telemetry. Only telemetry has a history to test on.')
  }
  return rules
}

/** Values per key that keep a trial within its total limit, regardless of the number of keys. */
const limitPerKey = ({ seriesKeys }: ProfileRules, values: number): number =>
  Math.max(1, Math.min(trialValuesPerKeyMax, Math.floor((trialValuesMax - values) / seriesKeys.size)))

/** In-memory alarms of one device. */
function imaginedAlarms() {
  const active = new Map<string, Alarm>()
  const planned = (alarm: Alarm, before: Alarm | null): PendingAlarm => ({
    alarm,
    before,
    records: [],
    changes: [],
    drop() {},
  })
  return {
    latest: async (_tenantId: string, _originatorId: string, type: string) => active.get(type),
    async raise(request: AlarmRequest): Promise<PendingAlarm> {
      const before = active.get(request.type) ?? null
      const alarm: Alarm = before
        ? { ...before, severity: request.severity }
        : {
            id: entityId('ALARM', request.originator.id),
            createdTime: request.startTs ?? 0,
            tenantId: entityId('TENANT', request.tenantId),
            customerId: entityId('CUSTOMER', request.customerId),
            type: request.type,
            name: request.type,
            originator: request.originator,
            severity: request.severity,
            status: 'ACTIVE_UNACK',
            startTs: request.startTs ?? 0,
            endTs: request.endTs ?? 0,
            ackTs: 0,
            clearTs: 0,
            details: null,
            propagate: false,
            propagateToOwner: false,
            propagateToTenant: false,
            propagateRelationTypes: [],
          }
      active.set(request.type, alarm)
      return planned(alarm, before)
    },
    async clear(alarm: Alarm): Promise<PendingAlarm> {
      active.delete(alarm.type)
      return planned(alarm, alarm)
    },
  }
}
