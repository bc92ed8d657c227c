/** Test setup: a rule engine on a real store, with a tenant, chains from short descriptions, and device messages. */

import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { LimitValues } from '@sonde/model/limits/limits'
import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { pino } from 'pino'
import { createEntityOwners } from '../../access/entity-owners.ts'
import { createAlarmStore } from '../../alarms/alarm-store.ts'
import { createPendingAlarms, type PendingAlarm } from '../../alarms/pending-alarms.ts'
import { testAlarm } from '../../alarms/testing.ts'
import type { ApiUsage } from '../../api-usage/api-usage.ts'
import type { TenantNotices } from '../../api-usage/tenant-notifications.ts'
import { createProcessChangeStream } from '../../changes/process-change-stream.ts'
import { systemClock } from '../../clock.ts'
import type { CachedDeviceDirectory, DeviceRecord } from '../../devices/device-directory.ts'
import { newDeviceTraffic } from '../../devices/device-traffic.ts'
import type { Guard } from '../../guard/guard.ts'
import { newId } from '../../ids.ts'
import { createBackPressure } from '../../journal/back-pressure.ts'
import { type Commit, createCommit } from '../../journal/commit.ts'
import { createStoreJournal, type Journal, throughJournal } from '../../journal/journal.ts'
import { createMemoryJournal } from '../../journal/journal-testing.ts'
import { createKeyChecks } from '../../limits/key-checks.ts'
import { defaultLimits, type Limits } from '../../limits/limits.ts'
import { createPeaks } from '../../limits/peaks.ts'
import type { Message } from '../../messages/message.ts'
import { createQueueCounts, type QueueCounts } from '../../queues/queue-counts.ts'
import { createRelationStore } from '../../relations/relation-store.ts'
import type { CallOutcome, DeviceCall, DeviceCalls } from '../../rpc/device-calls.ts'
import { createScripts } from '../../scripts/scripts.ts'
import type { Storage } from '../../storage/storage.ts'
import { openTestStorage } from '../../storage/testing.ts'
import { createAttributeStore } from '../../telemetry/attribute-store.ts'
import { tenantRows } from '../../tenants/testing.ts'
import { createNodeEntities } from '../node-entities.ts'
import { nodeRegistry } from '../node-registry.ts'
import { createRuleEngine, type RuleEngine } from './rule-engine.ts'
import type { RuleEvents } from './rule-events.ts'
import { type RuleNode, type RuleNodeType, ruleNodeType, success } from './rule-node.ts'

export const testPrefix = 'org.thingsboard.rule.engine.'

/**
 * Nodes as `name: [class without prefix, configuration]`, links as `[from, label, to]`. The first node is the entry.
 */
export interface ChainDescription {
  readonly nodes: Readonly<Record<string, readonly [string, unknown?]>>
  /** Names of nodes in debug mode. */
  readonly debugged?: readonly string[]
  readonly links?: readonly (readonly [string, string, string])[]
}

/** A node that saves telemetry. */
export const save = ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }] as const
/** The part of the default root chain that processes telemetry and attributes. */
export const straight: ChainDescription = {
  nodes: {
    Profile: ['profile.TbDeviceProfileNode', {}],
    Switch: ['filter.TbMsgTypeSwitchNode', { version: 0 }],
    Save: save,
    Attributes: ['telemetry.TbMsgAttributesNode', { scope: 'CLIENT_SCOPE', notifyDevice: 'false' }],
  },
  links: [
    ['Profile', 'Success', 'Switch'],
    ['Switch', 'Post telemetry', 'Save'],
    ['Switch', 'post ATTRIBUTES', 'Attributes'],
  ],
}

export interface EngineWorldOptions {
  readonly storage?: Storage
  /** Absent: the journal of the store. */
  readonly journal?: (storage: Storage) => Journal
  readonly dataFolder?: string
  /** Custom nodes of the test, by class without prefix. */
  readonly nodes?: Readonly<Record<string, RuleNode['process']>>
  readonly answer?: (call: DeviceCall) => Promise<CallOutcome>
  readonly devices?: Partial<Pick<CachedDeviceDirectory, 'find' | 'peek'>>
  readonly scriptTimeMs?: number
  readonly events?: RuleEvents
  readonly usage?: Pick<ApiUsage, 'isEnabled' | 'countOfCustomer' | 'rejected'>
  readonly queues?: QueueCounts
  readonly notices?: TenantNotices
  readonly guard?: Guard
  /** Limits that differ from the defaults. */
  readonly limits?: LimitValues
  /** Replaces the engine's commit. */
  readonly wrapCommit?: (commit: Commit) => Commit
}

export type EngineWorld = Awaited<ReturnType<typeof openEngineWorld>>

/** Registers a test for each journal; `open` opens an engine with that journal. */
export function testOnJournals(name: string, run: (t: TestContext, open: typeof openEngineWorld) => Promise<void>) {
  test(name, (t) => run(t, openEngineWorld))
  test(`${name} (journal in memory)`, (t) =>
    run(t, (world, options) => openEngineWorld(world, { journal: createMemoryJournal, ...options })))
}

export async function openEngineWorld(t: TestContext, options: EngineWorldOptions = {}) {
  const storage =
    options.storage ?? (await openTestStorage(t, options.dataFolder ? { dataFolder: options.dataFolder } : {}))
  const journal = (options.journal ?? createStoreJournal)(storage)
  const live = createProcessChangeStream()
  const log = pino({ level: 'silent' })
  const scripts = createScripts({ log, limits: { timeMs: options.scriptTimeMs ?? 500 } })
  const calls: DeviceCall[] = []
  /** Reasons of messages put aside as dead letters. */
  const deadLetters: string[] = []
  const replies: { sessionId: string; requestId: number; payload: string }[] = []
  const deviceCalls: DeviceCalls = {
    call(call) {
      calls.push(call)
      return options.answer?.(call) ?? Promise.resolve({ kind: 'failed', error: 'NO_ACTIVE_CONNECTION' })
    },
    reply(sessionId, requestId, payload) {
      replies.push({ sessionId, requestId, payload })
      return true
    },
  }
  const nodeTypes = new Map(nodeRegistry)
  for (const [name, process] of Object.entries(options.nodes ?? {})) {
    nodeTypes.set(testPrefix + name, testNodeType(testPrefix + name, process))
  }
  const peaks = createPeaks()
  const limits: Limits = {
    ...defaultLimits,
    peaksOf: (key) => (tenantId) => peaks.of(key, tenantId),
    of: (tenantId, key) => options.limits?.[key] ?? defaultLimits.of(tenantId, key),
  }
  const backPressure = createBackPressure({ limits })
  const plain: Commit = createCommit({
    storage: throughJournal(journal),
    live,
    backPressure,
    accept: (messages) => engine.accept(messages),
  })
  const commit = options.wrapCommit?.(plain) ?? plain
  const engine: RuleEngine = createRuleEngine({
    storage,
    commit: () => commit,
    live,
    serviceId: 'server',
    entitiesOf: (tenantId) =>
      createNodeEntities(
        {
          owners: createEntityOwners({ relational: storage.relational }),
          relations: createRelationStore(storage.relational),
          relational: storage.relational,
          finders: {},
        },
        tenantId,
      ),
    deviceCalls,
    devices: { find: async () => undefined, peek: () => undefined, ...options.devices },
    attributes: createAttributeStore({ relational: storage.relational }),
    alarms: createPendingAlarms({
      relational: storage.relational,
      store: createAlarmStore(storage.relational),
      live,
      clock: systemClock,
    }),
    scripts,
    log,
    clock: systemClock,
    nodeTypes,
    usage: options.usage ?? { isEnabled: () => true, countOfCustomer: () => undefined, rejected: () => '' },
    limits,
    keyChecks: createKeyChecks({ keyRoom: storage.keyRoom, limits }),
    turns: storage.relational.turns,
    backPressure,
    deadLetters: {
      async setAside({ seq }, reason) {
        deadLetters.push(reason)
        await commit({ done: [seq] })
      },
    },
    queues: options.queues ?? createQueueCounts({ clock: systemClock }),
    notices: options.notices ?? noNotices,
    ...(options.events && { events: options.events }),
    ...(options.guard && { guard: options.guard }),
  })
  t.after(async () => {
    await engine.stop()
    await scripts.stop()
  })

  const { build, statement } = storage.relational

  async function tenant(profileConfiguration: Record<string, unknown> = {}): Promise<string> {
    const id = newId()
    await commit({ statements: tenantRows(storage.relational, [{ id }], profileConfiguration) })
    return id
  }

  /**
   * Writes a chain without validation. With `id` it replaces that chain; node IDs derive from it and the node's
   * position.
   */
  async function chain(
    tenantId: string,
    { nodes, links = [], debugged = [] }: ChainDescription,
    { root = true, id = newId() }: { root?: boolean; id?: string } = {},
  ): Promise<{ id: string; nodeId: (name: string) => string }> {
    const names = Object.keys(nodes)
    const nodeId = (name: string) => `${id.slice(0, 24)}${String(names.indexOf(name) + 1).padStart(12, '0')}`
    const first = names[0]
    await commit({
      statements: [
        statement(build.deleteFrom('rule_chain').where('id', '=', id)),
        ...(root
          ? [statement(build.updateTable('rule_chain').set({ root: 0 }).where('tenant_id', '=', tenantId))]
          : []),
        statement(
          build.insertInto('rule_chain').values({
            id,
            created_time: 1,
            tenant_id: tenantId,
            name: 'Chain',
            type: 'CORE',
            root: root ? 1 : 0,
            first_rule_node_id: first === undefined ? null : nodeId(first),
            debug_mode: 0,
            additional_info: null,
          }),
        ),
        ...names.map((name, position) => {
          const [type, configuration = {}] = nodes[name] as readonly [string, unknown?]
          return statement(
            build.insertInto('rule_node').values({
              id: nodeId(name),
              created_time: 1,
              rule_chain_id: id,
              position,
              type: testPrefix + type,
              name,
              debug_mode: debugged.includes(name) ? 1 : 0,
              configuration: JSON.stringify(configuration),
              additional_info: null,
            }),
          )
        }),
        ...links.map(([from, type, to], position) =>
          statement(
            build.insertInto('rule_link').values({
              rule_chain_id: id,
              position,
              from_node_id: nodeId(from),
              to_node_id: nodeId(to),
              type,
            }),
          ),
        ),
      ],
      changes: [{ kind: 'updated', entity: entityId('RULE_CHAIN', id), tenantId, customerId: NIL_UUID }],
    })
    return { id, nodeId }
  }

  return {
    storage,
    journal,
    live,
    engine,
    scripts,
    commit,
    backPressure,
    deadLetters,
    calls,
    replies,
    peaks,
    tenant,
    chain,
  }
}

/** Notices for nodes that send no emails or SMS: each attempt rejects. */
export const noNotices: TenantNotices = {
  mail: () => Promise.reject(new Error('no mail goes out')),
  sms: () => Promise.reject(new Error('no short message goes out')),
}

const goneAlarm = testAlarm('Gone')

/** An alarm that makes the store reject the outcome: it deletes a row that doesn't exist. */
export const rejectedAlarm: PendingAlarm = {
  alarm: goneAlarm,
  before: null,
  records: [{ kind: 'alarm deleted', alarm: goneAlarm, mustExist: true }],
  changes: [],
  drop: () => undefined,
}

/** A node type whose `process` is a function of the test. */
const testNodeType = (clazz: string, process: RuleNode['process']): RuleNodeType =>
  ruleNodeType({
    clazz,
    name: 'test',
    category: 'ACTION',
    description: 'Runs a function of the test.',
    details: '',
    configDirective: '',
    relations: ['Success'],
    hasCustomRelations: true,
    settings: noSettings,
    create: () => ({ process: (message, outcome) => process(message, outcome) ?? success }),
  })

export const testMessage = (tenantId: string, deviceId: string, change: Partial<Message> = {}): Message => ({
  id: newId(),
  ts: 1_700_000_000_000,
  type: 'POST_TELEMETRY_REQUEST',
  tenantId,
  originator: entityId('DEVICE', deviceId),
  customerId: NIL_UUID,
  metadata: { deviceName: 'D', deviceType: 'default', ts: '1600000000000' },
  dataType: 'JSON',
  data: '{"temperature":21.0}',
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
  ...change,
})

export const testDevice = (id: string, tenantId: string, profileId: string): DeviceRecord => ({
  id: entityId('DEVICE', id),
  tenantId,
  customerId: NIL_UUID,
  name: 'D',
  type: 'default',
  label: null,
  profileId,
  isGateway: false,
  createdTime: 1,
  profile: {
    id: profileId,
    name: 'default',
    transportType: 'DEFAULT',
    defaultRuleChainId: null,
    defaultQueueName: null,
    profileData: {},
  },
  traffic: newDeviceTraffic(),
})

/** A promise with a function that resolves it. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: () => resolve() }
}
