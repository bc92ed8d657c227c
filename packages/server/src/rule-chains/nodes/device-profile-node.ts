/**
 * "device profile": raises and clears alarms by the alarm rules of device profiles. Every message continues with
 * Success,
 * whatever alarms it causes.
 *
 * For a device whose profile has no rules, the node does a single memory lookup. Counters of other devices are cached
 * in
 * memory within the tenant's quota, and stored with the message's outcome if the settings enable it. Once a minute the
 * node
 * checks which devices have durations that expired by time alone, and sends itself a message for each, so that this
 * evaluation also runs in the order of the device's messages.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { flag, nodeSettings, type SettingValues } from '@sonde/model/rule-nodes/node-settings'
import { type AlarmRule, type ProfileRules, profileRulesOf } from '../../alarm-rules/alarm-rule.ts'
import {
  type AlarmUpdate,
  DeviceAlarms,
  type Evaluation,
  type StoredDeviceState,
} from '../../alarm-rules/device-alarms.ts'
import type { DeviceProfileRecord, DeviceRecord } from '../../devices/device-directory.ts'
import type { Message } from '../../messages/message.ts'
import { attributesOf, telemetryOf } from '../../messages/parsed-data.ts'
import {
  type Emission,
  emit,
  failure,
  type NodeContext,
  type NodeResult,
  type Outcome,
  type RememberedEntities,
  type Rest,
  type RuleNode,
  RunLimitReached,
  ruleNodeType,
  success,
} from '../engine/rule-node.ts'
import { alarmText } from './alarm-message.ts'
import { messageTime } from './message-time.ts'

/** Type of the message that triggers the evaluation by time. */
export const alarmTick = 'DEVICE_PROFILE_PERIODIC_SELF_MSG'
const tickMs = 60_000

const settings = nodeSettings({
  persistAlarmRulesState: flag({
    title: 'Persist alarm rule state',
    description: 'Repetitions and durations counted so far survive a restart.',
    initial: false,
  }),
  fetchAlarmRulesStateOnStart: flag({
    title: 'Load alarm rule state on start',
    description: 'Durations end after a restart even if the device sends nothing.',
    initial: false,
  }),
})

interface Known {
  readonly alarms: DeviceAlarms
  /** The latest message of the device; its metadata and queue are used for messages caused by a tick. */
  last: Pick<Message, 'metadata' | 'queueName'>
  /** JSON as last stored. */
  stored: string
}

class DeviceProfileNode implements RuleNode {
  readonly #context: NodeContext
  readonly #isPersistent: boolean
  readonly #fetchesAtStart: boolean
  readonly #known: RememberedEntities<Known>
  /** Rules by profile record, parsed once per saved profile; null: the profile has none. */
  readonly #rules = new WeakMap<DeviceProfileRecord, { readonly rules: ProfileRules | null }>()
  /** Stored states remain from a time when persistence was enabled; the next message removes them. */
  #hasRemains = false

  constructor(
    { persistAlarmRulesState, fetchAlarmRulesStateOnStart }: SettingValues<typeof settings.fields>,
    context: NodeContext,
  ) {
    this.#context = context
    this.#known = context.keep()
    this.#isPersistent = persistAlarmRulesState
    this.#fetchesAtStart = fetchAlarmRulesStateOnStart
  }

  async start(): Promise<void> {
    const { states } = this.#context
    const stored = await states.entities()
    if (!this.#isPersistent) this.#hasRemains = stored.length > 0
    else if (this.#fetchesAtStart) await this.#loadAll(stored)
    this.#context.every(tickMs, () => this.#tick())
  }

  dispose(): void {
    this.#known.close()
  }

  process(message: Message, outcome: Outcome): NodeResult | Promise<NodeResult> {
    const { originator, type } = message
    if (originator.entityType !== 'DEVICE') return success
    if (this.#hasRemains) {
      this.#hasRemains = false
      outcome.state(this.#context.states.removeAll())
    }
    if (type === 'ENTITY_DELETED') {
      if (this.#known.delete(originator.id) || this.#isPersistent) {
        outcome.state(this.#context.states.remove(originator.id))
      }
      return success
    }
    const device = this.#context.devices.peek(originator.id)
    if (device && !this.#rulesOf(device.profile)) {
      if (this.#known.size > 0) this.#known.delete(originator.id)
      return success
    }
    return this.#processRuled(message, outcome, device)
  }

  #rulesOf(profile: DeviceProfileRecord): ProfileRules | null {
    let existing = this.#rules.get(profile)
    if (!existing) {
      existing = { rules: profileRulesOf(profile.profileData.alarms) }
      this.#rules.set(profile, existing)
    }
    return existing.rules
  }

  async #processRuled(message: Message, outcome: Outcome, peeked: DeviceRecord | undefined): Promise<NodeResult> {
    const isTick = message.type === alarmTick
    const passed: readonly Emission[] = isTick ? [] : [success]
    const device = peeked ?? (await this.#context.devices.find(message.originator.id))
    const rules = device && this.#rulesOf(device.profile)
    if (!device || !rules) return passed.length === 0 ? null : success
    const emissions: Emission[] = [...passed]
    const evaluate = (rest: Rest) => this.#evaluate(message, device, rules, emissions, outcome, rest)
    try {
      if (isShort(message, rules, this.#known.get(device.id.id))) await evaluate(noRest)
      else await this.#context.inTurns(outcome, evaluate)
    } catch (error) {
      // If the alarm rules exceed a limit, only their result is lost: the telemetry is still processed.
      if (!(error instanceof RunLimitReached)) throw error
      emissions.push(failure(`Alarm rules of "${device.type}": ${error.message}`))
    }
    return emissions.length === 1 && !isTick ? success : emissions.length === 0 ? null : emissions
  }

  async #evaluate(
    message: Message,
    device: DeviceRecord,
    rules: ProfileRules,
    emissions: Emission[],
    outcome: Outcome,
    rest: Rest,
  ): Promise<void> {
    const known = await this.#knownOf(device, rules)
    if (message.type !== alarmTick) known.last = message
    const into: Evaluation = {
      add: (update) => {
        outcome.alarm(update.plan)
        emissions.push(emit(relations[update.kind], alarmMessage(update, message, known, this.#context.newId())))
      },
      rest,
    }
    try {
      await evaluate(known.alarms, message, into)
      this.#persist(known, outcome)
    } finally {
      this.#keep(known)
    }
  }

  async #knownOf(device: DeviceRecord, rules: ProfileRules): Promise<Known> {
    const id = device.id.id
    let existing = this.#known.get(id)
    // After a change of profile, counters of the old profile's rules are discarded.
    if (existing && existing.alarms.device.profileId !== device.profileId) existing = undefined
    if (!existing) return this.#begin(device, rules)
    existing.alarms.device = device
    if (existing.alarms.rules !== rules) await existing.alarms.follow(rules)
    return existing
  }

  async #begin(device: DeviceRecord, rules: ProfileRules): Promise<Known> {
    const stored = this.#isPersistent ? await this.#context.states.load(device.id.id) : null
    const alarms = new DeviceAlarms(device, rules, this.#context)
    await alarms.load(stored === null ? null : (JSON.parse(stored) as StoredDeviceState))
    for (const fault of rules.faults) {
      this.#context.log.debug(
        { deviceId: device.id.id, profileId: device.profileId, fault },
        'an alarm rule is skipped',
      )
    }
    return { alarms, last: { metadata: {}, queueName: 'Main' }, stored: stored ?? '' }
  }

  /** Loads stored states until the memory quota is full. */
  async #loadAll(deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) {
      const device = await this.#context.devices.find(deviceId)
      const rules = device && this.#rulesOf(device.profile)
      if (device && rules && !this.#keep(await this.#begin(device, rules))) return
    }
  }

  /** Returns false if other entries were evicted for it, or if it didn't fit. */
  #keep(known: Known): boolean {
    return this.#known.set(known.alarms.device.id.id, known, bytesOf(known))
  }

  #persist(known: Known, outcome: Outcome): void {
    if (!this.#isPersistent) return
    const stored = JSON.stringify(known.alarms.stored)
    if (stored === known.stored) return
    known.stored = stored
    outcome.state(this.#context.states.save(known.alarms.device.id.id, stored))
  }

  async #tick(): Promise<void> {
    const { clock, newId, sendHere, turns } = this.#context
    const nowMs = clock.nowMs()
    const ticks: Message[] = []
    for (const { alarms, last } of this.#known.values()) {
      if (turns.isOver) await turns.next()
      if (!alarms.rules.hasDurations || !alarms.isDue(nowMs)) continue
      const { device } = alarms
      ticks.push({
        id: newId(),
        ts: nowMs,
        type: alarmTick,
        tenantId: device.tenantId,
        originator: device.id,
        customerId: device.customerId,
        metadata: last.metadata,
        dataType: 'JSON',
        data: '{}',
        queueName: last.queueName,
        ruleChainId: null,
        ruleNodeId: null,
      })
    }
    if (ticks.length > 0) sendHere(ticks)
  }
}

function bytesOf({ alarms, last, stored }: Known): number {
  let characters = stored.length
  for (const key in last.metadata) characters += key.length + (last.metadata[key]?.length ?? 0)
  return alarms.bytes + characters * 2
}

const relations: Record<AlarmUpdate['kind'], string> = {
  created: 'Alarm Created',
  updated: 'Alarm Updated',
  'severity updated': 'Alarm Severity Updated',
  cleared: 'Alarm Cleared',
}

const flags: Record<AlarmUpdate['kind'], Readonly<Record<string, string>>> = {
  created: { isNewAlarm: 'true' },
  updated: { isExistingAlarm: 'true' },
  'severity updated': { isExistingAlarm: 'true', isSeverityUpdated: 'true' },
  cleared: { isClearedAlarm: 'true' },
}

function alarmMessage(
  { kind, plan, rule, duration, eventCount }: AlarmUpdate,
  message: Message,
  known: Known,
  id: string,
) {
  const counted = countedBy(rule, duration, eventCount)
  return {
    ...message,
    id,
    type: 'ALARM',
    metadata: { ...known.last.metadata, ...flags[kind], ...counted },
    dataType: 'JSON' as const,
    data: alarmText(plan.alarm),
    queueName: known.last.queueName,
  }
}

function countedBy({ spec }: AlarmRule, duration: number, eventCount: number): Readonly<Record<string, string>> {
  switch (spec.kind) {
    case 'repeating':
      return { alarmConditionRepeats: String(eventCount) }
    case 'duration':
      return { alarmConditionDuration: String(duration) }
    case 'simple':
      return {}
  }
}

const noRest: Rest = () => undefined

/** Maximum conditions evaluated, and values read beforehand, without a separate turn. */
const shortConditions = 100
const shortValues = 16

/** Whether the evaluation is short enough to run without a separate turn. */
function isShort(message: Message, rules: ProfileRules, known: Known | undefined): boolean {
  const { conditions, seriesKeys, attributeKeys, customerKeys, tenantKeys } = rules
  const isRead = known?.alarms.rules === rules
  const values = (isRead ? 0 : seriesKeys.size + attributeKeys.size) + customerKeys.size + tenantKeys.size
  if (values > shortValues) return false
  const times = isTelemetry(message) ? telemetryOf(message).length : 1
  return times * conditions <= shortConditions
}

const isTelemetry = ({ type, metadata }: Message): boolean =>
  type === 'POST_TELEMETRY_REQUEST' || ((type === 'ACTIVITY_EVENT' || type === 'INACTIVITY_EVENT') && !metadata.scope)

/** Applies a message to the alarms of its device. */
async function evaluate(alarms: DeviceAlarms, message: Message, into: Evaluation): Promise<void> {
  const { type, data, ts } = message
  if (isTelemetry(message)) return applyTelemetry(alarms, message, into)
  switch (type) {
    case 'POST_ATTRIBUTES_REQUEST':
    case 'ATTRIBUTES_UPDATED':
    case 'ACTIVITY_EVENT':
    case 'INACTIVITY_EVENT':
      return alarms.apply(into, 'attributes', ts, attributesOf(message))
    case 'ATTRIBUTES_DELETED':
      return alarms.removeAttributes(into, namesOf(data), ts)
    case 'ALARM_CLEAR':
    case 'ALARM_DELETE': {
      const { type: alarmType } = JSON.parse(data) as { type?: unknown }
      if (typeof alarmType === 'string') alarms.ended(alarmType, type === 'ALARM_CLEAR')
      return
    }
    case 'ENTITY_UPDATED': {
      const entity = JSON.parse(data) as Partial<Alarm>
      if (entity.id?.entityType === 'ALARM' && entity.status?.startsWith('ACTIVE')) alarms.changed(entity as Alarm)
      return
    }
    case alarmTick:
      return alarms.tick(into, ts)
  }
}

async function applyTelemetry(alarms: DeviceAlarms, message: Message, into: Evaluation): Promise<void> {
  const entries = telemetryOf(message).map(({ ts, values }) => ({ ts: ts ?? messageTime(message), values }))
  for (const { ts, values } of entries.sort((a, b) => a.ts - b.ts)) await alarms.apply(into, 'series', ts, values)
}

function namesOf(data: string): string[] {
  const { attributes } = JSON.parse(data) as { attributes?: unknown }
  return Array.isArray(attributes) ? attributes.filter((name): name is string => typeof name === 'string') : []
}

export const deviceProfileNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.profile.TbDeviceProfileNode',
  name: 'device profile',
  category: 'ACTION',
  description: "Checks a message against the alarm rules of its device's profile.",
  details: 'Every message continues with Success. Raised, changed and cleared alarms continue with their own labels.',
  configDirective: 'tbDeviceProfileConfig',
  relations: ['Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared', 'Success'],
  hasCustomRelations: true,
  settings,
  create: (values, context) => new DeviceProfileNode(values, context),
})
