/**
 * Values of one device that the alarm rules of its profile refer to.
 *
 * Loaded once from the stores, then updated from messages, whose values may not be stored yet. As for latest values, the
 * time of a reading decides and not its arrival: a late one isn't the present value.
 */

import type { AttributeScope, KeyedValue, TypedValue } from '@sonde/model/telemetry/values'
import { ValueType } from '@sonde/model/telemetry/values'
import type { DeviceRecord } from '../devices/device-directory.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { ProfileRules } from './alarm-rule.ts'
import type { RuleFacts } from './rule-evaluation.ts'

export interface SnapshotSources {
  readonly series: Pick<SeriesStore, 'latest'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
}

/** Attribute scopes by increasing priority: a later scope overrides an earlier one. */
const scopeOrder: readonly AttributeScope[] = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE']

/** Keys changed by an event; null: any key may have changed. */
export interface SnapshotUpdate {
  readonly kind: 'series' | 'attributes'
  readonly keys: ReadonlySet<string> | null
}

/** Estimated bytes of a cached value, without the characters of a text. */
const valueBytes = 140

export class DeviceSnapshot implements RuleFacts {
  ts = 0
  /** Total characters of the device's text values. */
  #characters = 0
  #ownerCharacters = 0
  readonly #device: () => DeviceRecord
  readonly #series = new Map<string, TypedValue>()
  /** Times of the known readings, epoch ms. */
  readonly #seriesTs = new Map<string, number>()
  readonly #attributes = new Map<string, TypedValue>()
  #ofCustomer: ReadonlyMap<string, TypedValue> = new Map()
  #ofTenant: ReadonlyMap<string, TypedValue> = new Map()
  #seriesKeys: ReadonlySet<string> = new Set()
  #attributeKeys: ReadonlySet<string> = new Set()

  constructor(device: () => DeviceRecord) {
    this.#device = device
  }

  /** Loads values of newly referenced keys, and removes those no longer referenced. */
  async follow({ seriesKeys, attributeKeys }: ProfileRules, { series, attributes }: SnapshotSources): Promise<void> {
    const id = this.#device().id.id
    const newSeries = [...seriesKeys].filter((key) => !this.#seriesKeys.has(key))
    const newAttributes = [...attributeKeys].filter((key) => !this.#attributeKeys.has(key))
    const [latest, stored] = await Promise.all([
      newSeries.length > 0 ? series.latest(id, newSeries) : [],
      newAttributes.length > 0 ? attributes.attributes(id, null, newAttributes) : [],
    ])
    this.#seriesKeys = seriesKeys
    this.#attributeKeys = attributeKeys
    for (const key of this.#series.keys()) {
      if (seriesKeys.has(key)) continue
      this.#put(this.#series, key, undefined)
      this.#seriesTs.delete(key)
    }
    for (const key of this.#attributes.keys()) if (!attributeKeys.has(key)) this.#put(this.#attributes, key, undefined)
    for (const { key, type, value, ts } of latest) {
      this.#put(this.#series, key, { type, value })
      this.#seriesTs.set(key, ts)
    }
    for (const scope of scopeOrder) {
      for (const each of stored) if (each.scope === scope) this.#put(this.#attributes, each.key, each)
    }
  }

  /** Reads server attributes of customer and tenant again. Called for each event if rules use such values. */
  async readOwners(
    { customerKeys, tenantKeys }: ProfileRules,
    { attributes }: Pick<SnapshotSources, 'attributes'>,
  ): Promise<void> {
    const { tenantId, customerId } = this.#device()
    const read = async (entityId: string, keys: ReadonlySet<string>) => {
      const stored = await attributes.attributes(entityId, 'SERVER_SCOPE', [...keys])
      return new Map(stored.map((each) => [each.key, each]))
    }
    ;[this.#ofCustomer, this.#ofTenant] = await Promise.all([
      read(customerId, customerKeys),
      read(tenantId, tenantKeys),
    ])
    this.#ownerCharacters = 0
    for (const values of [this.#ofCustomer, this.#ofTenant]) {
      for (const value of values.values()) this.#ownerCharacters += charactersOf(value)
    }
  }

  /** Estimated memory use in bytes. */
  get bytes(): number {
    const values = this.#series.size + this.#attributes.size + this.#ofCustomer.size + this.#ofTenant.size
    return values * valueBytes + (this.#characters + this.#ownerCharacters) * 2
  }

  #put(values: Map<string, TypedValue>, key: string, value: TypedValue | undefined) {
    this.#characters += charactersOf(value) - charactersOf(values.get(key))
    if (value) values.set(key, value)
    else values.delete(key)
  }

  /**
   * Applies values. A value counts as changed if it or the event's timestamp differs. Null if no referenced key
   * changed, for example because all readings are older than the known ones.
   */
  apply(kind: SnapshotUpdate['kind'], ts: number, values: readonly KeyedValue[]): SnapshotUpdate | null {
    const wanted = kind === 'series' ? this.#seriesKeys : this.#attributeKeys
    const known = kind === 'series' ? this.#series : this.#attributes
    const changed = new Set<string>()
    let isLate = false
    for (const { key, type, value } of values) {
      if (!wanted.has(key)) continue
      if (kind === 'series') {
        if (ts < (this.#seriesTs.get(key) ?? ts)) {
          isLate = true
          continue
        }
        this.#seriesTs.set(key, ts)
      }
      const before = known.get(key)
      this.#put(known, key, { type, value })
      if (ts !== this.ts || before?.value !== value || before.type !== type) changed.add(key)
    }
    if (changed.size > 0 || !isLate) this.ts = ts
    return changed.size === 0 ? null : { kind, keys: changed }
  }

  removeAttributes(keys: readonly string[]): void {
    for (const key of keys) this.#put(this.#attributes, key, undefined)
  }

  series(key: string): TypedValue | undefined {
    return this.#series.get(key)
  }

  attribute(key: string): TypedValue | undefined {
    return this.#attributes.get(key)
  }

  field(key: string): TypedValue | undefined {
    const { name, type, label, createdTime } = this.#device()
    const text = (value: string | null) => (value === null ? undefined : { type: ValueType.STRING, value })
    switch (key) {
      case 'name':
        return text(name)
      case 'type':
        return text(type)
      case 'label':
        return text(label)
      case 'createdTime':
        return { type: ValueType.LONG, value: createdTime }
      default:
        return undefined
    }
  }

  customerAttribute(key: string): TypedValue | undefined {
    return this.#ofCustomer.get(key)
  }

  tenantAttribute(key: string): TypedValue | undefined {
    return this.#ofTenant.get(key)
  }
}

const charactersOf = (value: TypedValue | undefined): number =>
  typeof value?.value === 'string' ? value.value.length : 0
