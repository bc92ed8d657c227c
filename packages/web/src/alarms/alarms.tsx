/** Live list of alarms: those of an entity, including propagated ones, or all visible to the user. */

import './alarms.css'
import type { AlarmSearch } from '@sonde/client/alarms/alarm-calls'
import { alarmSearchStatuses, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { EntityId } from '@sonde/model/ids'
import { AlarmClock, AlarmClockOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { TableWindow, TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useLocale, useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import type { BulkAction } from '../ui/entity-table/entity-description.ts'
import { FilterChip } from '../ui/entity-table/filter-chip.tsx'
import { useObservable } from '../ui/observable.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { singleLetters } from '../ui/shortcuts/shortcuts.ts'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { useAlarmActions } from './alarm-actions.ts'
import { alarmBulkActions } from './alarm-bulk-actions.tsx'
import { useAlarmRefresh } from './alarm-changes.ts'
import { AlarmDetails } from './alarm-details.tsx'
import { alarmTypeFilter, customerFilter, originatorFilter, seenFilter } from './alarm-filters.ts'
import { AlarmHistogramChart, SeverityChips, SeverityTotal, useAlarmHistogram } from './alarm-histogram.tsx'
import { StateSegments } from './alarm-state-counts.tsx'
import {
  alarmTable,
  type ListedAlarm,
  searchStatusOf,
  severityOf,
  severityParam,
  statusParam,
  statusParts,
  statusText,
  viewOf,
  viewParam,
} from './alarm-table.tsx'

/** Search for the alarms of everything that belongs to the entity; undefined: only its own alarms. */
function groupOf({ entityType, id }: EntityId): AlarmSearch | undefined {
  if (entityType === 'CUSTOMER') return { customerId: id }
  return entityType === 'ASSET' ? { originatorId: id, withContained: true } : undefined
}

/** Window width from which all filters and tools of the page share a row next to the menu. */
const filtersPxMin = 1320

const ShelveDialog = lazy(() => import('./shelve-dialog.tsx'))

interface AlarmsParts {
  readonly list: ReactNode
  /** Quick filter by state. */
  readonly states: ReactNode
  /** Choice of the time window; none if the list has it, on phones. */
  readonly window: ReactNode
  /** Details of the open alarm. */
  readonly details: ReactNode
  readonly isOpen: boolean
}

interface AlarmsProps {
  /** Null for all alarms visible to the user, shown as a page. */
  readonly of: EntityId | null
  readonly frame?: (parts: AlarmsParts) => ReactNode
}

const oneAfterOther = ({ list, details }: AlarmsParts): ReactNode => (
  <>
    {list}
    {details}
  </>
)

export default function Alarms({ of, frame = oneAfterOther }: AlarmsProps) {
  const t = useText()
  const { intl } = useLocale()
  const lookup = useKeyLookup()
  const client = useClient()
  const auth = useAccount()?.auth
  const userId = auth?.userId ?? ''
  const hasCustomers = auth?.authority === 'TENANT_ADMIN'
  const { alarms, acknowledge, clear, shelve, unshelve } = useAlarmActions()
  const [shelved, setShelved] = useState<string | null>(null)
  const chips = useMemo(
    () => [alarmTypeFilter(alarms), originatorFilter(client), ...(hasCustomers ? [customerFilter(client)] : [])],
    [alarms, client, hasCustomers],
  )
  const seenChip = useMemo(() => seenFilter(t), [t])
  const description = useMemo(() => {
    const shelving: readonly BulkAction<ListedAlarm>[] = [
      {
        id: 'shelve',
        label: 'alarms.shelveMore',
        icon: <AlarmClock size={18} strokeWidth={1.75} aria-hidden />,
        isAllowed: ({ shelf }) => shelf === null,
        done: 'alarms.shelvedMany',
        ask: ({ rows, onStart, onCancel }) => (
          <Suspense>
            <ShelveDialog
              count={rows.length}
              onShelve={(shelf) => onStart(({ id }, how) => alarms.shelve(id.id, shelf, how))}
              onClose={onCancel}
            />
          </Suspense>
        ),
        run: async () => {},
      },
      {
        id: 'unshelve',
        label: 'alarms.unshelve',
        icon: <AlarmClockOff size={18} strokeWidth={1.75} aria-hidden />,
        isAllowed: ({ shelf }) => !!shelf,
        done: 'alarms.unshelvedMany',
        run: ({ id }, how) => alarms.unshelve(id.id, how),
      },
    ]
    const bulkActions = [...alarmBulkActions<ListedAlarm>(alarms), ...(of === null ? shelving : [])]
    return alarmTable({
      entity: of,
      load(link, filter, options) {
        const group = of ? groupOf(of) : {}
        return of && !group
          ? alarms.listOf(of, link, { ...filter, fetchOriginator: true }, options)
          : alarms.search(link, { ...filter, ...group }, options)
      },
      acknowledge: ({ id }) => void acknowledge(id.id).catch(() => {}),
      clear: ({ id }) => void clear(id.id).catch(() => {}),
      shelve: ({ id }) => setShelved(id.id),
      unshelve: ({ id }) => void unshelve(id.id).catch(() => {}),
      userId,
      language: intl,
      lookup,
      bulkActions,
    })
  }, [alarms, of, acknowledge, clear, unshelve, userId, intl, lookup])
  const table = useTabTable<ListedAlarm>(description)
  useAlarmRefresh(of && groupOf(of) ? null : of)
  const onPhone = useWidth(isPhone)
  const hasRoomBeside = useWidth((widthPx) => widthPx >= 1280)
  const hasFilterRoom = useWidth((widthPx) => widthPx >= filtersPxMin)
  const isOpen = table.query.open !== null
  // The drawer takes the room of the bars and of most filters.
  const isTight = of === null && isOpen && hasRoomBeside
  const histogram = useAlarmHistogram(table, userId, of === null)

  const chooseSeverity = (severity: string | undefined) => table.setFilters({ [severityParam]: severity })
  const severities = (
    <Segmented
      label={t('alarms.severityFilter')}
      size="sm"
      options={[
        { value: 'ANY', label: t('alarms.anySeverity') },
        ...alarmSeverities.map((value) => ({
          value,
          label: t(`alarms.${value}`),
          icon: <SeverityGlyph of={value} />,
          count: <SeverityTotal shown={histogram} severity={value} />,
        })),
      ]}
      value={severityOf(table.filters[severityParam]) ?? 'ANY'}
      onChange={(severity) => chooseSeverity(severity === 'ANY' ? undefined : severity)}
    />
  )
  const { state, seen } = statusParts(table.filters[statusParam])
  const states =
    of === null ? (
      <StateSegments table={table} userId={userId} isSmall={isTight} />
    ) : (
      <Segmented
        label={t('alarms.filter')}
        size="sm"
        options={alarmSearchStatuses.map((value) => ({ value, label: t(`alarms.filter${value}`) }))}
        value={searchStatusOf(table.filters[statusParam])}
        onChange={(status) => table.setFilters({ [statusParam]: status === 'ANY' ? undefined : status })}
      />
    )

  const views = of === null && (
    <Segmented
      label={t('alarms.view')}
      size="sm"
      options={[
        { value: 'all', label: t('alarms.viewAll') },
        { value: 'mine', label: t('alarms.viewMine') },
        { value: 'shelved', label: t('alarms.viewShelved') },
      ]}
      value={viewOf(table.filters[viewParam])}
      onChange={(view) => table.setFilters({ [viewParam]: view === 'all' ? undefined : view })}
    />
  )
  const folds = of === null && !hasFilterRoom
  const showsViews = folds && !isTight && !onPhone

  const list = (
    <>
      {of === null && !onPhone && !isTight && (
        <AlarmHistogramChart
          shown={histogram}
          severities={severities}
          onZoom={({ startTime, endTime }) => table.setWindowText(`${startTime}-${endTime}`)}
        />
      )}
      <TabTable
        table={table}
        isPage={of === null}
        isTight={isTight}
        foldsFilters={folds}
        hasWindowElsewhere={of === null && !onPhone}
        quickFilters={
          isTight ? (
            <SeverityChips
              shown={histogram}
              value={severityOf(table.filters[severityParam])}
              onChange={chooseSeverity}
            />
          ) : (
            showsViews && views
          )
        }
        hints={of === null && !onPhone && <KeyHints isShort={isTight} />}
        filters={
          <>
            {!showsViews && views}
            {(of !== null || onPhone) && states}
            {of === null && onPhone && severities}
            {of === null && (
              <FilterChip
                tableName="alarms"
                chip={seenChip}
                value={seen}
                onChange={(next) =>
                  table.setFilters({
                    [statusParam]: statusText(state, next === 'ACK' || next === 'UNACK' ? next : undefined),
                  })
                }
              />
            )}
            {of === null &&
              chips.map((chip) => (
                <FilterChip
                  key={chip.param}
                  tableName="alarms"
                  chip={chip}
                  value={table.filters[chip.param]}
                  onChange={(value) => table.setFilters({ [chip.param]: value })}
                />
              ))}
          </>
        }
      />
      <Suspense>
        {shelved !== null && (
          <ShelveDialog
            count={1}
            onShelve={(shelf) => {
              setShelved(null)
              void shelve(shelved, shelf).catch(() => {})
            }}
            onClose={() => setShelved(null)}
          />
        )}
      </Suspense>
    </>
  )
  const details = table.query.open !== null && (
    <AlarmDetails
      place={of === null ? 'list' : 'layer'}
      alarmId={table.query.open}
      known={table.openRow}
      steps={{ openPrevious: table.openPrevious, openNext: table.openNext }}
      onClose={table.close}
    />
  )
  const window = of === null && !onPhone && <TableWindow table={table} />
  return frame({ list, details, states, window, isOpen })
}

/** Keys of a row, next to the pages of the list. `isShort`: without clearing, for a narrow list. */
function KeyHints({ isShort }: { readonly isShort: boolean }) {
  const t = useText()
  if (!useObservable(singleLetters)) return null
  return (
    <span className="sd-alarm-keys" data-short={isShort || undefined} aria-hidden>
      <kbd>A</kbd>
      <span>{t('alarms.keyAcknowledge')}</span>
      {!isShort && (
        <>
          <kbd>C</kbd>
          <span>{t('alarms.keyClear')}</span>
        </>
      )}
      <kbd>J</kbd>
      <kbd>K</kbd>
      <span>{t('alarms.keyMove')}</span>
    </span>
  )
}
