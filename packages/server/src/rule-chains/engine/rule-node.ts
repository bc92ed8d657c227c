/**
 * Interfaces of rule nodes. A node is created from its configuration, processes messages and answers with relations.
 *
 * A node accesses only its `NodeContext` and the `Outcome` of the current message. These provide clock, timers, IDs,
 * scripts, devices and stores, so that a node is deterministic: the same answers lead to the same results.
 * `tools/layers.cjs` and `biome.json` enforce this for the folder `nodes/`.
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

/** A message exceeded one of its limits. */
export class RunLimitReached extends Rejection {
  override readonly name = 'RunLimitReached'
}

/**
 * Changes caused by a message, committed together with the mark that the message is done. Changes beyond a limit throw
 * `RunLimitReached`.
 */
export interface Outcome {
  /** Stores all points, or none if a limit is exceeded. The outcome takes ownership of the list. */
  storePoints(writes: PointWrite[]): void
  attribute(write: AttributeWrite): void
  /** Adds an alarm that `alarms` of the context raised or cleared. */
  alarm(plan: PendingAlarm): void
  /** Adds a state change created by `states` of the context. */
  state(change: NodeStateChange): void
  /** Adds a message that is journaled with the outcome and runs after it. */
  followUp(message: Message): void
  /** Charges event loop time that a node used after an asynchronous wait, ms. */
  recordDuration(ms: number): void
  /** Charges characters that were read for the message. `unread` is the remaining budget. */
  read(characters: number): void
  readonly unread: number
}

/** Sends a message along the links whose label is among `relations`. */
export interface Emission {
  readonly kind: 'emit'
  readonly relations: string | readonly string[]
  /** Null: the incoming message. */
  readonly message: Message | null
  /** Set with the relation `Failure`: what went wrong and how to correct it. */
  readonly error: string | null
}

/** Continues at the first node of another chain; `leave` in that chain returns the message to this node. */
export interface EnterChain {
  readonly kind: 'enter'
  readonly ruleChainId: string
}

/** Returns to the node that called this chain, which emits the message with this node's name as the label. */
export interface LeaveChain {
  readonly kind: 'leave'
}

/**
 * Null: the message ends here. Several emissions create one message each, with new IDs; a single emission keeps the ID.
 */
export type NodeResult = Emission | EnterChain | LeaveChain | readonly Emission[] | null

export interface RuleNode {
  /**
   * Processes one message. Return a promise only for asynchronous work: synchronous nodes run through their chain in
   * one
   * go. An error thrown here becomes the relation `Failure`.
   */
  process(message: Message, outcome: Outcome): NodeResult | Promise<NodeResult>
  /**
   * Checks that must complete before the first message. An error thrown here makes the node inactive, with the error's
   * message as the reason; `start` must release its resources before it throws.
   */
  start?(): Promise<void>
  dispose?(): void
}

/** Location of a node. */
export interface NodePlace {
  readonly tenantId: string
  readonly ruleChainId: string
  readonly ruleNodeId: string
}

/** In-memory state of one node, by entity ID. */
export interface RememberedEntities<T> {
  /** Marks the entry as used now. */
  get(id: string): T | undefined
  /**
   * Stores a value or updates its size. Returns false if other entries were evicted for it, or if it exceeds the whole
   * quota and isn't stored.
   */
  set(id: string, value: T, bytes: number): boolean
  delete(id: string): boolean
  values(): Iterable<T>
  readonly size: number
  /** Removes all entries and rejects later ones. */
  close(): void
}

export interface NodeContext extends NodePlace {
  readonly clock: Clock
  /** Name of this server in telemetry keys. */
  readonly serviceId: string
  /**
   * Calls `work` in the tenant's turns every `ms` milliseconds until the node is disposed. A call is skipped while the
   * previous one is still running. Errors are logged.
   */
  every(ms: number, work: () => void | Promise<void>): void
  newId(): string
  readonly scripts: Pick<Scripts, 'compile'>
  readonly deviceCalls: DeviceCalls
  /** `peek` answers synchronously for devices in memory, which include all connected ones. */
  readonly devices: Pick<CachedDeviceDirectory, 'find' | 'peek'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  readonly series: Pick<SeriesStore, 'latest'>
  /** Fields, customers and relations of the tenant's entities. */
  readonly entities: NodeEntities
  /** Raises and clears alarms as parts of an outcome. */
  readonly alarms: Pick<PendingAlarms, 'find' | 'latest' | 'raise' | 'clear'>
  /** Persistent per-entity state of this node. */
  readonly states: NodeStates
  /** Opens in-memory per-entity state for this node. All nodes of the tenant share one quota. */
  keep<T>(): RememberedEntities<T>
  /**
   * Runs work on one message that may take long or read much, in the tenant's turns and with limited concurrency per
   * tenant. Its time and reads are charged to the message.
   */
  inTurns<T>(outcome: Outcome, work: (rest: Rest) => Promise<T>): Promise<T>
  /** For callbacks of `every`: whether the current time slice is used up, and a promise for the next slice. */
  readonly turns: Pick<Turns, 'isOver' | 'next'>
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** Limits of one message. */
  bounds(): RunBounds
  /** Highest values that a message of the tenant reached so far. */
  peaks(): RunPeaks
  /** Checks whether an entity may have more telemetry keys and attributes. */
  readonly keyChecks: KeyChecks
  /** Default retention of points in seconds, from the tenant profile; 0: forever. */
  defaultTtlSeconds(): number
  /**
   * Error text if the tenant reached its monthly limit of the feature; the call is counted as a rejection. Null: below
   * it.
   */
  rejectionOf(feature: UsageFeature, by: EntityId): string | null
  /** Sends emails and SMS within the tenant's quota. */
  readonly notices: TenantNotices
  /**
   * Sends a message along this node's links with the relation, after the causing message is done. It's journaled once
   * per
   * link. `error` is the reason for a `Failure`.
   */
  sendLater(relation: string, message: Message, error?: string): void
  /** Journals messages that start at this node. */
  sendHere(messages: readonly Message[]): void
}

export const ruleNodeCategories = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL', 'FLOW'] as const
export type RuleNodeCategory = (typeof ruleNodeCategories)[number]

/** Entry of the node registry. */
export interface RuleNodeType {
  /** Class name in the wire format. */
  readonly clazz: string
  readonly name: string
  readonly category: RuleNodeCategory
  /** What the node does, in one sentence. */
  readonly description: string
  /** Longer description: input and output. */
  readonly details: string
  /** Name of the settings form; API clients look it up. */
  readonly configDirective: string
  /** Name of a Material icon. */
  readonly icon?: string
  /** Restricts the node to chains of this type. Absent: all types. */
  readonly chainType?: RuleChainType
  /** False: messages start here (no input) or end here (no output). */
  readonly hasInput?: false
  readonly hasOutput?: false
  /** Set if the configuration names a chain that the node calls. */
  readonly callsChain?: true
  /** Declared labels. Every node also has `Failure`, which isn't listed. */
  readonly relations: readonly string[]
  readonly hasCustomRelations: boolean
  readonly settings: NodeSettings
  /** Configuration of a new node. */
  readonly defaultConfiguration: Readonly<Record<string, unknown>>
  /** Throws if the configuration is unusable; the message says what to correct. */
  create(configuration: unknown, context: NodeContext): RuleNode
}

/** Error text for a node whose class isn't registered. */
export const unknownClass = (clazz: string): string => `The class ${clazz} isn’t supported. Replace the node.`

/**
 * Creates a registry entry from a declaration: `create` receives the parsed settings instead of the raw configuration.
 */
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
