/** Selects the entity of an alias, for aliases that let users choose. */

import { aliasQuery } from '@sonde/model/dashboards/entity-aliases'
import { ChevronDown, Cpu } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { OptionsStatus } from '../ui/field/options-status.tsx'
import { useOptions } from '../ui/field/use-options.ts'
import { Popover } from '../ui/popover/popover.tsx'
import { useWidth } from '../ui/theme/use-width.ts'
import type { AliasState } from './alias-store.ts'
import { useDashboard } from './dashboard-context.tsx'
import { infoOf } from './live-source.ts'

/** Maximum number of entities in the list; others are found by search. */
const offeredMax = 50

type Offering = Extract<AliasState, { kind: 'resolved' }> & {
  readonly entity: NonNullable<Extract<AliasState, { kind: 'resolved' }>['entity']>
  readonly offer: NonNullable<Extract<AliasState, { kind: 'resolved' }>['offer']>
}

/** `aliasIds`: IDs of the aliases that the open state's widgets use. */
export function EntitySelect({ aliasIds }: { aliasIds: readonly string[] }) {
  const t = useText()
  const { aliases } = useDashboard()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const hasRoom = useWidth((px) => px >= 600)
  // Renders again when an alias's state changes; the list below reads the states on each render.
  useSyncExternalStore(aliases.subscribe, () =>
    aliasIds
      .map((id) => aliases.get(id))
      .map(keyOf)
      .join(' '),
  )
  const offering = aliasIds.flatMap((id) => {
    const state = aliases.get(id)
    return state.kind === 'resolved' && state.entity && state.offer ? [{ id, state: state as Offering }] : []
  })
  const [first] = offering
  if (!first) return null
  const isOne = offering.length === 1
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="sd-trigger db-chip"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('dashboards.entities')}
        onClick={() => setOpen(!isOpen)}
      >
        <Cpu size={14} strokeWidth={2} aria-hidden />
        {hasRoom &&
          (isOne ? <b className="sd-ellipsis">{first.state.entity.name}</b> : <b>{t('dashboards.entities')}</b>)}
        <ChevronDown size={14} strokeWidth={2} aria-hidden />
      </button>
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        placement="bottom-end"
        label={t('dashboards.entities')}
        className="db-entities"
      >
        {offering.map(({ id, state }) => (
          <AliasChoice key={id} aliasId={id} state={state} isOnly={isOne} onDone={() => isOne && setOpen(false)} />
        ))}
      </Popover>
    </>
  )
}

const keyOf = (state: AliasState): string => (state.kind === 'resolved' ? (state.entity?.id.id ?? '') : state.kind)

function AliasChoice({
  aliasId,
  state,
  isOnly,
  onDone,
}: {
  aliasId: string
  state: Offering
  isOnly: boolean
  onDone: () => void
}) {
  const t = useText()
  const client = useClient()
  const { aliases } = useDashboard()
  const [isOpen, setOpen] = useState(isOnly)
  const [search, setSearch] = useState('')
  const name = aliases.nameOf(aliasId)
  const [typed, setTyped] = useState('')
  const { offered, isSearching, isError } = useOptions({
    source: ['alias', state.offer],
    searched: search,
    typed,
    load: async (text, signal) => {
      const found = await client.entityQuery.find(aliasQuery(state.offer, offeredMax, text || null), { signal })
      return found.data.map(infoOf).sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
    },
    isEnabled: isOpen,
  })
  return (
    <section className="db-alias">
      <button type="button" className="db-alias-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{name}</span>
        <b className="sd-ellipsis">{state.entity.name}</b>
        <ChevronDown size={14} strokeWidth={2} aria-hidden />
      </button>
      {isOpen && (
        <>
          <SearchField label={t('dashboards.searchEntities')} value={search} onChange={setSearch} onType={setTyped} />
          <div className="db-alias-list" role="radiogroup" aria-label={name}>
            {offered.map((entity) => (
              // biome-ignore lint/a11y/useSemanticElements: a button of a choice
              <button
                key={entity.id.id}
                type="button"
                role="radio"
                aria-checked={entity.id.id === state.entity.id.id}
                onClick={() => {
                  aliases.choose(aliasId, entity)
                  setOpen(isOnly)
                  onDone()
                }}
              >
                {entity.name}
              </button>
            ))}
          </div>
          <OptionsStatus count={offered.length} isSearching={isSearching} isError={isError} searched={search} />
        </>
      )}
    </section>
  )
}
