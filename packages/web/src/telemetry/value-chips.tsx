/** Series in the chart of a key as chips, with search fields to add further keys and entities. */

import '../ui/chips/chips.css'
import type { EntityId } from '@sonde/model/ids'
import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { tokenColor } from '../dashboards/series-colors.ts'
import { type Exploration, type ExploreSeries, idOf, type SeriesKey } from '../explore/explore-state.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { Skeleton } from '../ui/states/states.tsx'
import { comparedMax, textOfCompared, type UnitOf, withCompared } from './compared-series.ts'
import { findEntitiesWithKey } from './series-search.ts'
import type { ValueKind } from './value-dashboard.ts'

export interface ValueChipsProps {
  readonly series: Exploration
  readonly entity: EntityId
  readonly kind: ValueKind
  /** Keys of the entity that can be drawn in the same chart. */
  readonly keys: readonly string[]
  readonly describe: KeyLookup
  readonly unitOf: UnitOf
  /** Null: not loaded yet. */
  readonly nameOf: (one: ExploreSeries) => string | null
  readonly onCompared: (text: string | undefined) => void
}

type Adding = 'key' | 'entity'

/** Maximum number of entities offered. */
const offeredMax = 20

export function ValueChips({ series, entity, kind, keys, describe, unitOf, nameOf, onCompared }: ValueChipsProps) {
  const t = useText()
  const client = useClient()
  const box = useRef<HTMLDivElement>(null)
  const [adding, setAdding] = useState<Adding | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [main] = series
  const chosenKey = main?.key ?? ''
  const isFull = series.length >= comparedMax
  const others = keys.filter((key) => !series.some((one) => one.key === key && one.entity.id === entity.id))

  useEffect(() => {
    if (adding) box.current?.querySelector<HTMLElement>('[role=combobox]')?.click()
    if (adding) box.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
  }, [adding])

  function leave() {
    const opener = box.current?.querySelector<HTMLElement>(`[data-adding="${adding}"]`)
    setAdding(null)
    // A chart that is full has no such button anymore.
    ;(opener ?? box.current?.querySelector<HTMLElement>('button'))?.focus()
  }

  function add(added: SeriesKey) {
    const next = withCompared(series, added, unitOf)
    setRefused(!next)
    if (next) onCompared(textOfCompared(next))
    leave()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !adding) return
    // Not the whole chart.
    event.preventDefault()
    event.stopPropagation()
    leave()
  }

  const addButton = (what: Adding, label: string, isDisabled: boolean) => (
    <span className="sd-chip" key={what}>
      <button
        type="button"
        className="sd-chip-main"
        data-adding={what}
        aria-expanded={adding === what}
        disabled={isDisabled}
        onClick={() => {
          setRefused(false)
          setAdding(adding === what ? null : what)
        }}
      >
        <Plus size={14} strokeWidth={2} aria-hidden /> {label}
      </button>
    </span>
  )
  const compareLabel = t(entity.entityType === 'DEVICE' ? 'telemetry.compareDevice' : 'telemetry.compareEntity')

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the search field
    <div ref={box} className="sd-value-chips" onKeyDown={onKeyDown}>
      <ul aria-label={t('explore.series')}>
        {series.map((one, at) => {
          const name = nameOf(one)
          return (
            <li key={idOf(one)} className="sd-chip sd-value-chip">
              <span className="sd-chip-main" title={name ?? undefined}>
                <i style={{ background: tokenColor(one.color) }} aria-hidden />
                {name === null ? <Skeleton width={60} /> : <b>{name}</b>}
              </span>
              {at > 0 && (
                <button
                  type="button"
                  className="sd-chip-clear"
                  aria-label={t('explore.remove', { name: name ?? one.key })}
                  onClick={() => {
                    onCompared(textOfCompared(series.filter((each) => each !== one)))
                    box.current?.querySelector<HTMLElement>('[data-adding]:enabled')?.focus()
                  }}
                >
                  <X size={14} strokeWidth={2} aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {!isFull && others.length > 0 && addButton('key', t('telemetry.addKey'), false)}
      {!isFull && addButton('entity', compareLabel, false)}
      {isFull && <span className="sd-xs sd-text-3">{t('telemetry.comparedFull', { max: comparedMax })}</span>}
      {adding === 'key' && !isFull && (
        <ComboField
          label={t('telemetry.addKey')}
          source={['telemetry', 'keysToAdd', entity.id, others.join('\n')]}
          load={async (text) =>
            others
              .filter((key) => `${key}\n${keyName(key, describe(key))}`.toLowerCase().includes(text.toLowerCase()))
              .map((key) => ({
                value: key,
                label: keyName(key, describe(key)),
                note: unitOf({ entity, key }) || undefined,
              }))
          }
          value={null}
          onChange={(option) => option && add({ entity, key: option.value })}
        />
      )}
      {adding === 'entity' && !isFull && (
        <ComboField
          label={compareLabel}
          source={['telemetry', 'entitiesWith', entity.entityType, chosenKey, kind]}
          load={async (text, signal) => {
            const found = await findEntitiesWithKey(
              client,
              entity.entityType,
              chosenKey,
              kind,
              text,
              offeredMax,
              signal,
            )
            return found
              .filter(({ id }) => !series.some((one) => one.entity.id === id && one.key === chosenKey))
              .map(({ id, name }) => ({ value: id, label: name }))
          }}
          value={null}
          onChange={(option) =>
            option && add({ entity: { entityType: entity.entityType, id: option.value }, key: chosenKey })
          }
        />
      )}
      <p role="status" className="sd-xs sd-text-2" hidden={!isRefused}>
        {isRefused && t('telemetry.otherUnits')}
      </p>
    </div>
  )
}
