/**
 * Attributes of an entity by scope. Devices and entity views have all three scopes, other entities only server
 * attributes. Client attributes are read-only; server and shared attributes can be edited.
 */

import { SortButton } from '../ui/entity-table/sort-button.tsx'
import '../ui/entity-table/entity-table.css'
import './telemetry.css'
import type { EntityId } from '@sonde/model/ids'
import { formatValue } from '@sonde/model/key-descriptions/format-value'
import { type KeyLookup, keyName } from '@sonde/model/key-descriptions/key-lookup'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock, Hash, Pencil, Plus, Tags, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useLiveAttributes, useLiveStatus } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { Checkbox } from '../ui/field/text-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { EmptyState, ErrorState, LiveBadge, NoMatchState, Skeleton } from '../ui/states/states.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { AttributeDialog, type WritableScope } from './attribute-dialog.tsx'
import { AttributeKey, useSeriesKeys } from './attribute-history.tsx'
import { useAttributesExport } from './attributes-export.tsx'
import { LiveValue } from './live-value.tsx'
import { loadAttributes, type StoredAttribute, saveAttributes } from './stored-attributes.ts'
import { isNamedTime, mayBeTime } from './time-value.ts'
import { shownValue } from './typed-value.ts'

const scopes = [
  { value: 'CLIENT_SCOPE', label: 'telemetry.clientScope' },
  { value: 'SERVER_SCOPE', label: 'telemetry.serverScope' },
  { value: 'SHARED_SCOPE', label: 'telemetry.sharedScope' },
] as const

/** Only devices and entity views have client and shared attributes. */
const hasAllScopes = ({ entityType }: EntityId) => entityType === 'DEVICE' || entityType === 'ENTITY_VIEW'

interface AttributesTabProps {
  readonly entity: EntityId
  /** Name of a device's profile. */
  readonly profile?: string
}

export function AttributesTab({ entity, profile }: AttributesTabProps) {
  const t = useText()
  const [chosen, setChosen] = useState<AttributeScope | null>(null)
  const ofClient = useQuery({ ...useAttributesQuery(entity, 'CLIENT_SCOPE'), enabled: hasAllScopes(entity) })
  // Server attributes first if there are no client attributes; stays when some arrive.
  const [first, setFirst] = useState<AttributeScope | null>(null)
  if (first === null && !ofClient.isPending) setFirst(ofClient.data?.length === 0 ? 'SERVER_SCOPE' : 'CLIENT_SCOPE')
  const scope = chosen ?? first ?? 'CLIENT_SCOPE'
  if (!hasAllScopes(entity)) return <ScopeAttributes entity={entity} profile={profile} scope="SERVER_SCOPE" />
  return (
    <>
      <div className="sd-tab-tools">
        <Segmented
          label={t('telemetry.scope')}
          size="sm"
          options={scopes.map(({ value, label }) => ({ value, label: t(label) }))}
          value={scope}
          onChange={setChosen}
        />
      </div>
      <ScopeAttributes key={scope} entity={entity} profile={profile} scope={scope} />
    </>
  )
}

const useAttributesQuery = (entity: EntityId, scope: AttributeScope) => {
  const client = useClient()
  return {
    queryKey: ['attributes', entity.entityType, entity.id, scope],
    queryFn: ({ signal }: { signal: AbortSignal }) => loadAttributes(client, entity, scope, signal),
  }
}

interface Order {
  readonly by: 'key' | 'lastUpdateTs'
  readonly isDescending: boolean
}

function ScopeAttributes({ entity, profile, scope }: AttributesTabProps & { scope: AttributeScope }) {
  const t = useText()
  const client = useClient()
  const toasts = useToasts()
  const queries = useQueryClient()
  const isConnected = useLiveStatus() === 'open'
  const live = useLiveAttributes(entity, scope)
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<Order>({ by: 'key', isDescending: false })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [edited, setEdited] = useState<StoredAttribute | 'new' | null>(null)
  const seriesKeys = useSeriesKeys(entity)
  const writable: WritableScope | null = scope === 'CLIENT_SCOPE' ? null : scope

  const attributesQuery = useAttributesQuery(entity, scope)
  const { queryKey } = attributesQuery
  const { data, error, refetch } = useQuery(attributesQuery)
  // The WebSocket reports that attributes changed; the HTTP request returns them with their types.
  const reload = () => void queries.invalidateQueries({ queryKey })
  const onLiveChange = useEffectEvent(reload)
  useEffect(() => {
    if (live.values) onLiveChange()
  }, [live.values])

  const lookup = useKeyLookup()
  const describe: KeyLookup = (key) => lookup(key, profile)
  const named = (key: string) => keyName(key, describe(key))
  const wanted = filter.toLowerCase()
  const shown = [...(data ?? [])]
    .filter(({ key }) => key.toLowerCase().includes(wanted) || named(key).toLowerCase().includes(wanted))
    .sort((a, b) => (order.by === 'key' ? named(a.key).localeCompare(named(b.key)) : a.lastUpdateTs - b.lastUpdateTs))
  if (order.isDescending) shown.reverse()
  const chosen = shown.filter(({ key }) => selected.has(key))
  const exporting = useAttributesExport(shown, chosen, describe)

  async function remove(gone: readonly StoredAttribute[]) {
    if (!writable) return
    await client.telemetry.deleteAttributes(
      entity,
      scope,
      gone.map(({ key }) => key),
    )
    setSelected(new Set())
    reload()
    const values = gone.map(({ key, json }) => [key, json] as const)
    toasts.show({
      kind: 'info',
      text: t('telemetry.attributesDeleted', { count: gone.length, key: gone[0]?.key }),
      action: {
        label: t('ui.undo'),
        onSelect: () => void saveAttributes(client, entity, writable, values).then(reload),
      },
    })
  }

  const toggle = (key: string) => setSelected(withToggled(selected, key))

  const addButton = writable && (
    <Button size="sm" icon={<Plus size={16} strokeWidth={2} aria-hidden />} onClick={() => setEdited('new')}>
      {t('telemetry.addAttribute')}
    </Button>
  )

  return (
    <>
      {error && !data ? (
        <ErrorState title={t('telemetry.attributesFailed')} error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <EmptyState
          icon={<Tags size={24} strokeWidth={1.75} />}
          title={t('telemetry.attributesEmpty')}
          text={t(writable ? 'telemetry.attributesEmptyText' : 'telemetry.clientEmptyText')}
        >
          {addButton}
        </EmptyState>
      ) : (
        <>
          <div className="sd-tab-tools">
            <SearchField label={t('telemetry.filterKeys')} value={filter} onChange={setFilter} />
            <LiveBadge isLive={isConnected} />
            <span className="sd-spacer" />
            {chosen.length > 0 ? (
              <Button
                size="sm"
                kind="dangerText"
                icon={<Trash2 size={16} strokeWidth={2} aria-hidden />}
                onClick={() => void remove(chosen)}
              >
                {t('telemetry.deleteAttributes', { count: chosen.length })}
              </Button>
            ) : (
              addButton
            )}
            {exporting.button('sm')}
          </div>
          {data && shown.length === 0 ? (
            <NoMatchState title={t('telemetry.noKeyMatches', { query: filter })} onClear={() => setFilter('')} />
          ) : (
            <AttributeTable
              seriesKeys={seriesKeys}
              attributes={data && shown}
              describe={describe}
              order={order}
              onOrder={setOrder}
              selected={selected}
              onToggle={writable ? toggle : undefined}
              onEdit={setEdited}
              onDelete={(one) => void remove([one])}
            />
          )}
        </>
      )}
      {exporting.dialog}
      {edited && writable && (
        <AttributeDialog
          entity={entity}
          scope={writable}
          attribute={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            reload()
          }}
        />
      )}
    </>
  )
}

function withToggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

interface AttributeTableProps {
  /** Undefined while loading. */
  readonly attributes: readonly StoredAttribute[] | undefined
  readonly seriesKeys: ReadonlySet<string> | undefined
  readonly describe: KeyLookup
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly selected: ReadonlySet<string>
  /** Absent: the scope is read-only. */
  readonly onToggle: ((key: string) => void) | undefined
  readonly onEdit: (attribute: StoredAttribute) => void
  readonly onDelete: (attribute: StoredAttribute) => void
}

function AttributeTable(props: AttributeTableProps) {
  const { attributes, seriesKeys, describe, order, onOrder, selected, onToggle, onEdit, onDelete } = props
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  /** Keys whose display (time or number) the user toggled. */
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set())
  const isTime = ({ key, value }: StoredAttribute) => mayBeTime(value) && isNamedTime(key) !== switched.has(key)
  const sortOf = (by: Order['by']) => (order.by === by ? (order.isDescending ? 'descending' : 'ascending') : undefined)
  const head = (by: Order['by'], label: string) => (
    <SortButton
      isSorted={order.by === by}
      isDescending={order.isDescending}
      onSort={() => onOrder({ by, isDescending: order.by === by && !order.isDescending })}
    >
      {label}
    </SortButton>
  )
  return (
    <div className="sd-table-box">
      <table className="sd-table sd-values">
        <thead>
          <tr>
            {onToggle && (
              <th className="sd-table-check">
                <span className="sd-hidden-text">{t('telemetry.select')}</span>
              </th>
            )}
            <th aria-sort={sortOf('key')}>{head('key', t('telemetry.key'))}</th>
            <th>{t('telemetry.value')}</th>
            <th data-numeric className="sd-values-updated" aria-sort={sortOf('lastUpdateTs')}>
              {head('lastUpdateTs', t('telemetry.updated'))}
            </th>
          </tr>
        </thead>
        <tbody>
          {!attributes &&
            [60, 44, 72].map((width) => (
              <tr key={width} aria-hidden>
                <td colSpan={onToggle ? 4 : 3}>
                  <Skeleton width={`${width}%`} />
                </td>
              </tr>
            ))}
          {attributes?.map((attribute) => {
            const { key, lastUpdateTs } = attribute
            const description = describe(key)
            const text = shownValue(attribute)
            const isNumber = typeof attribute.value === 'number'
            return (
              <tr key={key} data-selected={selected.has(key) || undefined}>
                {onToggle && (
                  <td className="sd-table-check">
                    <Checkbox
                      label={t('ui.selectRow', { name: key })}
                      isChecked={selected.has(key)}
                      onChange={() => onToggle(key)}
                    />
                  </td>
                )}
                <td className="sd-values-key" title={key}>
                  <AttributeKey attribute={attribute} description={description} seriesKeys={seriesKeys} />
                  <span className="sd-values-under">{format.when(lastUpdateTs, nowMs)}</span>
                </td>
                <td
                  className="sd-values-value"
                  title={isTime(attribute) ? `${format.dateTime(Number(attribute.value))}, ${text}` : text}
                >
                  <span className="sd-attribute-value">
                    <span>
                      <LiveValue ts={lastUpdateTs}>
                        {isTime(attribute)
                          ? format.when(Number(attribute.value), nowMs)
                          : isNumber && description
                            ? formatValue(text, description, format)
                            : text}
                      </LiveValue>
                    </span>
                    {mayBeTime(attribute.value) && (
                      <IconButton
                        label={t(isTime(attribute) ? 'telemetry.showAsNumber' : 'telemetry.showAsTime', { key })}
                        size="sm"
                        icon={
                          isTime(attribute) ? <Hash size={14} strokeWidth={2} /> : <Clock size={14} strokeWidth={2} />
                        }
                        onClick={() => setSwitched(withToggled(switched, key))}
                      />
                    )}
                    {onToggle && (
                      <>
                        <IconButton
                          label={t('telemetry.editAttribute', { key })}
                          size="sm"
                          icon={<Pencil size={14} strokeWidth={2} />}
                          onClick={() => onEdit(attribute)}
                        />
                        <IconButton
                          label={t('telemetry.deleteAttribute', { key })}
                          size="sm"
                          icon={<Trash2 size={14} strokeWidth={2} />}
                          onClick={() => onDelete(attribute)}
                        />
                      </>
                    )}
                  </span>
                </td>
                <td data-numeric className="sd-values-updated sd-xs sd-text-3" title={format.dateTime(lastUpdateTs)}>
                  {format.when(lastUpdateTs, nowMs)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
