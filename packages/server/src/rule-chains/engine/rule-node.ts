/**
 * What a rule node is: made from its configuration, handed messages, answering with relations.
 *
 * A node touches nothing but its `NodeContext` and the `Outcome` of the message at hand. Clock, timers, IDs, scripts,
 * devices and stores come from there: given the same answers, a node does the same again. `tools/layers.cjs` and
 * `biome.json` hold the folder of the nodes to it.
 */

import type { UsageFeature } from '@sonde/model/api-usage/api-usage'
import type { EntityId } from '@sonde/model/ids'
import { Rejection } from '@sonde/model/rejection'
import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import {
  type NodeSettings,
  readSettings,
  type Setting,
  type SettingValues,
} from '@sonde/model/rule-nodes/node-settings'
import type { Logger } from 'pino'
import type { AlarmRequest, PendingAlarm, PendingAlarms } from '../../alarms/pending-alarms.ts'
import type { TenantNotices } from '../../api-usage/tenant-notifications.ts'
import type { Clock } from '../../clock.ts'
import type { CachedDeviceDirectory } from '../../devices/device-directory.ts'
import type { KeyChecks } from '../../limits/key-checks.ts'
import type { Message } from '../../messages/message.ts'
import type { DeviceCalls } from '../../rpc/device-calls.ts'
import type { Scripts } from '../../scripts/scripts.ts'
import type { NodeStateChange } from '../../storage/record-writes.ts'
import type { SeriesStore } from '../../storage/series.ts'
import type { AttributeWrite, PointWrite } from '../../storage/storage.ts'
import type { AttributeStore } from '../../telemetry/attribute-store.ts'
import type { Rest, Turns } from '../../turns/turns.ts'
import type { EntityFields, NodeEntities, RelatedQuery } from '../node-entities.ts'
import type { NodeStates } from '../node-state-store.ts'
import type { RunBounds, RunPeaks } from './run-bounds.ts'

export type { AlarmRequest, EntityFields, NodeEntities, PendingAlarm, PointWrite, RelatedQuery, Rest }

/** One message does more than a message may. */
export class RunLimitReached extends Rejection {
  override readonly name = 'RunLimitReached'
}

/**
 * What a message changes; committed together with the mark that the message is done. What is more than one message may
 * do is refused with `RunLimitReached`.
 */
export interface Outcome {
  /** All of them or, beyond a bound of the run, none; the list is the outcome's from then on. */
  storePoints(writes: PointWrite[]): void
  attribute(write: AttributeWrite): void
  /** An alarm that `alarms` of the context raised or cleared. */
  alarm(plan: PendingAlarm): void
  /** What `states` of the context saves or removes. */
  state(change: NodeStateChange): void
  /** A further message: journalled with the outcome, run after it. */
  followUp(message: Message): void
  /** Counts time of the event loop that a node used after it waited, ms. */
  recordDuration(ms: number): void
  /** Counts characters that were read for the message; `unread` may still be. */
  read(characters: number): void
  readonly unread: number
}

/** A message leaving a node by the links whose label is among `relations`. */
export interface Emission {
  readonly kind: 'emit'
  readonly relations: string | readonly string[]
  /** null: the message that came in. */
  readonly message: Message | null
  /** With relation `Failure`: what went wrong and what to do. */
  readonly error: string | null
}

/** The message goes on at the first node of another chain; that chain's `leave` brings it back to this node. */
export interface EnterChain {
  readonly kind: 'enter'
  readonly ruleChainId: string
}

/** The message goes on behind the node that entered this chain, by links labelled like this node's name. */
export interface LeaveChain {
  readonly kind: 'leave'
}

/** null: the message ends here. Several emissions are several messages: all but a single one get ids of their own. */
export type NodeResult = Emission | EnterChain | LeaveChain | readonly Emission[] | null

export interface RuleNode {
  /**
   * Handles one message. A promise only where something is waited for: messages that nobody waits for are run through
   * their chain in one go. What it throws becomes the relation `Failure`.
   */
  process(message: Message, outcome: Outcome): NodeResult | Promise<NodeResult>
  /**
   * What has to be found out before the first message. What it throws makes the node inactive and says why; it leaves
   * nothing behind then.
   */
  start?(): Promise<void>
  dispose?(): void
}

/** Where a node stands. */
export interface NodePlace {
  readonly tenantId: string
  readonly ruleChainId: string
  readonly ruleNodeId: string
}

/** What one node keeps, by the id of the entity. */
export interface RememberedEntities<T> {
  /** Counts as used now. */
  get(id: string): T | undefined
  /**
   * Keeps it, or says what it weighs now. Returns false where something was given up for it, or where it is larger than
   * all the room and not kept.
   */
  set(id: string, value: T, bytes: number): boolean
  delete(id: string): boolean
  values(): Iterable<T>
  readonly size: number
  /** Forgets everything, and keeps nothing from then on. */
  close(): void
}

export interface NodeContext extends NodePlace {
  readonly clock: Clock
  /** Names this server in keys of telemetry. */
  readonly serviceId: string
  /**
   * Calls `work` in the tenant's turns every so many ms until the node is disposed, but not while the call before goes on.
   * What it throws is logged.
   */
  every(ms: number, work: () => void | Promise<void>): void
  newId(): string
  readonly scripts: Pick<Scripts, 'compile'>
  readonly deviceCalls: DeviceCalls
  /** `peek` answers at once for devices in memory: all that are connected. */
  readonly devices: Pick<CachedDeviceDirectory, 'find' | 'peek'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly series: Pick<SeriesStore, 'latest'>
  /** Fields, customers and relations of the tenant's entities. */
  readonly entities: NodeEntities
  /** Raising and clearing as parts of an outcome. */
  readonly alarms: Pick<PendingAlarms, 'find' | 'latest' | 'raise' | 'clear'>
  /** What this node remembers of entities across restarts. */
  readonly states: NodeStates
  /** Room for what this node keeps of entities in memory. All nodes of the tenant share it. */
  keep<T>(): RememberedEntities<T>
  /**
   * Work on one message that may take long or read much: in the tenant's turns, a few such works of it at a time. Its time
   * and what it reads count for the message.
   */
  inTurns<T>(outcome: Outcome, work: (rest: Rest) => Promise<T>): Promise<T>
  /** In what `every` calls: whether it has had its time for now, and when it may go on. */
  readonly turns: Pick<Turns, 'isOver' | 'next'>
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** What one message may do. */
  bounds(): RunBounds
  /** The most that one message of the tenant did. */
  peaks(): RunPeaks
  /** Whether an entity has room for further telemetry keys and attributes. */
  readonly keyChecks: KeyChecks
  /** How long points are kept when nobody says otherwise; 0 is for ever. From the tenant profile. */
  defaultTtlSeconds(): number
  /** What to fail with while the tenant's limit of this month is reached, which is counted; null: it is not. */
  rejectionOf(feature: UsageFeature, by: EntityId): string | null
  /** Mails and short messages, within the tenant's allowance. */
  readonly notices: TenantNotices
  /**
   * Sends a message on by this node's links with the relation, long after the message that caused it was done: it is
   * journalled once per link. `error` says why it is a `Failure`.
   */
  sendLater(relation: string, message: Message, error?: string): void
  /** Journals messages that start at this node. */
  sendHere(messages: readonly Message[]): void
}

export const ruleNodeCategories = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL', 'FLOW'] as const
export type RuleNodeCategory = (typeof ruleNodeCategories)[number]

/** A row of the node registry. */
export interface RuleNodeType {
  /** The class on the wire. */
  readonly clazz: string
  readonly name: string
  readonly category: RuleNodeCategory
  /** What it does, in one sentence. */
  readonly description: string
  /** More of it: what goes in, what comes out. */
  readonly details: string
  /** Names the form of its settings; clients of the wire look it up. */
  readonly configDirective: string
  /** A Material icon. */
  readonly icon?: string
  /** Of chains of one type alone. */
  readonly chainType?: RuleChainType
  /** False: messages start or end here. */
  readonly hasInput?: false
  readonly hasOutput?: false
  /** Whether it calls a chain that its configuration names. */
  readonly callsChain?: true
  /** Declared labels; `Failure` is there for every node and not repeated. */
  readonly relations: readonly string[]
  readonly hasCustomRelations: boolean
  readonly settings: NodeSettings
  /** The configuration of a new node. */
  readonly defaultConfiguration: Readonly<Record<string, unknown>>
  /** Throws when the configuration cannot work; the message says what to correct. */
  create(configuration: unknown, context: NodeContext): RuleNode
}

/** What is wrong with a node whose class no row has. */
export const unknownClass = (clazz: string): string => `The class ${clazz} isn’t supported. Replace the node.`

/** A row of the node registry from its declaration: nodes are made from settings that were read. */
export function ruleNodeType<F extends Readonly<Record<string, Setting>>>({
  create,
  ...type
}: Omit<RuleNodeType, 'settings' | 'defaultConfiguration' | 'create'> & {
  readonly settings: NodeSettings<F>
  readonly create: (settings: SettingValues<F>, context: NodeContext) => RuleNode
}): RuleNodeType {
  return {
    ...type,
    defaultConfiguration: type.settings.initial,
    create: (configuration, context) => create(readSettings(type.settings, configuration), context),
  }
}

export const emit = (relations: string | readonly string[], message: Message | null = null): Emission => ({
  kind: 'emit',
  relations,
  message,
  error: null,
})

export const failure = (error: string, message: Message | null = null): Emission => ({
  kind: 'emit',
  relations: 'Failure',
  message,
  error,
})

export const success: Emission = emit('Success')
