/**
 * "device profile": raises and clears the alarms that device profiles describe. Every message goes on with
 * Success, whatever alarms it causes.
 *
 * A device whose profile has no rules costs one look into memory. What was counted of the others is kept in memory, and
 * stored with the message's outcome where the node is told to. Once a minute the node looks whether the clock alone brings
 * something about and sends itself a message for each such device, so that this too runs in the device's turn.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { flag, nodeSettings, type SettingValues } from '@sonde/model/rule-nodes/node-settings'
import { parseAttributes, parseTelemetry } from '@sonde/model/telemetry/payload'
import { type AlarmRule, type ProfileRules, profileRulesOf } from '../../alarm-rules/alarm-rule.ts'
import { type AlarmUpdate, DeviceAlarms, type StoredDeviceState } from '../../alarm-rules/device-alarms.ts'
import type { DeviceProfileRecord, DeviceRecord } from '../../devices/device-directory.ts'
import type { Message } from '../../messages/message.ts'
import {
  type Emission,
  emit,
  type NodeContext,
  type NodeResult,
  type Outcome,
  type RuleNode,
  ruleNodeType,
  success,
} from '../engine/rule-node.ts'
import { messageTime } from './message-time.ts'

/** The message by which the node lets the clock count. */
export const alarmTick = 'DEVICE_PROFILE_PERIODIC_SELF_MSG'
const tickMs = 60_000
/** Devices whose counters are kept; beyond it the one that was silent for longest starts anew. */
const devicesMax = 100_000

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
  /** The last message that came, for what is sent when none does. */
  last: Pick<Message, 'metadata' | 'queueName'>
  /** JSON as it was stored last. */
  stored: string
}

class DeviceProfileNode implements RuleNode {
  readonly #context: NodeContext
  readonly #isPersistent: boolean
  readonly #fetchesAtStart: boolean
  readonly #known = new Map<string, Known>()
  /** Rules of each profile, read once per saved profile; null: it has none. */
  readonly #rules = new WeakMap<DeviceProfileRecord, { readonly rules: ProfileRules | null }>()
  /** Stored states of a time when they were wanted. */
  #hasRemains = false

  constructor(
    { persistAlarmRulesState, fetchAlarmRulesStateOnStart }: SettingValues<typeof settings.fields>,
    context: NodeContext,
  ) {
    this.#context = context
    this.#isPersistent = persistAlarmRulesState
    this.#fetchesAtStart = fetchAlarmRulesStateOnStart
  }

  async start(): Promise<void> {
    const { states } = this.#context
    const stored = await states.entities()
    if (!this.#isPersistent) this.#hasRemains = stored.length > 0
    else if (this.#fetchesAtStart) for (const deviceId of stored) await this.#load(deviceId)
    this.#context.every(tickMs, () => this.#tick())
  }

  dispose(): void {
    this.#known.clear()
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
    let known = this.#rules.get(profile)
    if (!known) {
      known = { rules: profileRulesOf(profile.profileData.alarms) }
      this.#rules.set(profile, known)
    }
    return known.rules
  }

  async #processRuled(message: Message, outcome: Outcome, peeked: DeviceRecord | undefined): Promise<NodeResult> {
    const isTick = message.type === alarmTick
    const passed: readonly Emission[] = isTick ? [] : [success]
    const device = peeked ?? (await this.#context.devices.find(message.originator.id))
    const rules = device && this.#rulesOf(device.profile)
    if (!device || !rules) return passed.length === 0 ? null : success
    const known = await this.#knownOf(device, rules)
    if (!isTick) known.last = message
    const emissions: Emission[] = [...passed]
    for (const news of await newsOf(known.alarms, message)) {
      outcome.alarm(news.plan)
      emissions.push(emit(relations[news.kind], alarmMessage(news, message, known, this.#context.newId())))
    }
    this.#keep(known, outcome)
    return emissions.length === 1 && !isTick ? success : emissions.length === 0 ? null : emissions
  }

  async #knownOf(device: DeviceRecord, rules: ProfileRules): Promise<Known> {
    const id = device.id.id
    let known = this.#known.get(id)
    // Another profile: what was counted by the rules of the old one says nothing.
    if (known && known.alarms.device.profileId !== device.profileId) known = undefined
    if (!known) return this.#begin(device, rules)
    known.alarms.device = device
    if (known.alarms.rules !== rules) await known.alarms.follow(rules)
    this.#known.delete(id)
    this.#known.set(id, known)
    return known
  }

  async #begin(device: DeviceRecord, rules: ProfileRules): Promise<Known> {
    const stored = this.#isPersistent ? await this.#context.states.load(device.id.id) : null
    const alarms = new DeviceAlarms(device, rules, this.#context)
    await alarms.load(stored === null ? null : (JSON.parse(stored) as StoredDeviceState))
    for (const fault of rules.faults) {
      this.#context.log.debug(
        { deviceId: device.id.id, profileId: device.profileId, fault },
        'an alarm rule is left out',
      )
    }
    const known: Known = { alarms, last: { metadata: {}, queueName: 'Main' }, stored: stored ?? '' }
    this.#known.set(device.id.id, known)
    if (this.#known.size > devicesMax) {
      const [oldest] = this.#known.keys()
      if (oldest !== undefined) this.#known.delete(oldest)
    }
    return known
  }

  async #load(deviceId: string): Promise<void> {
    const device = await this.#context.devices.find(deviceId)
    const rules = device && this.#rulesOf(device.profile)
    if (device && rules) await this.#begin(device, rules)
  }

  #keep(known: Known, outcome: Outcome): void {
    if (!this.#isPersistent) return
    const stored = JSON.stringify(known.alarms.stored)
    if (stored === known.stored) return
    known.stored = stored
    outcome.state(this.#context.states.save(known.alarms.device.id.id, stored))
  }

  #tick(): void {
    const { clock, newId, sendHere } = this.#context
    const nowMs = clock.nowMs()
    const ticks: Message[] = []
    for (const { alarms, last } of this.#known.values()) {
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

/** In the order of the wire, which differs from that of REST. */
function alarmText({ id, createdTime, name, ...alarm }: Alarm): string {
  return JSON.stringify({ ...alarm, id, createdTime, name })
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

/** What a message means for the alarms of its device. */
async function newsOf(alarms: DeviceAlarms, message: Message): Promise<readonly AlarmUpdate[]> {
  const { type, metadata, data, ts } = message
  switch (type) {
    case 'POST_TELEMETRY_REQUEST':
      return takeTelemetry(alarms, message)
    case 'POST_ATTRIBUTES_REQUEST':
    case 'ATTRIBUTES_UPDATED':
      return (await alarms.take('attributes', ts, parseAttributes(data))) ?? []
    case 'ACTIVITY_EVENT':
    case 'INACTIVITY_EVENT':
      return metadata.scope
        ? ((await alarms.take('attributes', ts, parseAttributes(data))) ?? [])
        : takeTelemetry(alarms, message)
    case 'ATTRIBUTES_DELETED':
      return (await alarms.removeAttributes(namesOf(data), ts)) ?? []
    case 'ALARM_CLEAR':
    case 'ALARM_DELETE': {
      const { type: alarmType } = JSON.parse(data) as { type?: unknown }
      if (typeof alarmType === 'string') alarms.ended(alarmType, type === 'ALARM_CLEAR')
      return []
    }
    case alarmTick:
      return alarms.tick(ts)
    default:
      return []
  }
}

async function takeTelemetry(alarms: DeviceAlarms, message: Message): Promise<readonly AlarmUpdate[]> {
  const entries = parseTelemetry(message.data).map(({ ts, values }) => ({ ts: ts ?? messageTime(message), values }))
  const news: AlarmUpdate[] = []
  for (const { ts, values } of entries.sort((a, b) => a.ts - b.ts)) {
    const taken = alarms.take('series', ts, values)
    if (taken) news.push(...(await taken))
  }
  return news
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
  details: 'Every message goes on by Success; alarms that rules raise, change or clear go on by labels of their own.',
  configDirective: 'tbDeviceProfileConfig',
  relations: ['Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared', 'Success'],
  hasCustomRelations: true,
  settings,
  create: (values, context) => new DeviceProfileNode(values, context),
})
