/** Events of an entity by kind, with filters per kind and an action to clear the events. */

import { createEventCalls } from '@sonde/client/events/event-calls'
import type { Event } from '@sonde/model/events/event'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import { useSearch } from '@tanstack/react-router'
import { FilterX, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { useAccount, useClient } from '../session/use-session.tsx'
import { formatWindow } from '../time-windows/time-window-words.ts'
import { browserZone } from '../time-windows/window-context.ts'
import { IconButton } from '../ui/button/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { EventDialog } from './event-dialog.tsx'
import { EventFilterButton } from './event-filter-button.tsx'
import { allEventFields, draftOfFilters, eventFilterOf, eventKindOf, eventKindsOf, kindParam } from './event-kinds.ts'
import { eventTable } from './event-table.tsx'

/** Events of tenants and tenant profiles have no tenant. */
const ofSystem = ({ entityType }: EntityId) => entityType === 'TENANT' || entityType === 'TENANT_PROFILE'

/** All fields of all kinds, empty: a kind's filters don't apply to another kind. */
const noFields = Object.fromEntries(allEventFields.map((field) => [field, undefined]))

export default function EventsTab({ entity }: { entity: EntityId }) {
  const t = useText()
  const format = useFormat()
  const toasts = useToasts()
  const { rest } = useClient()
  const auth = useAccount()?.auth
  const tenantId = ofSystem(entity) ? NIL_UUID : (auth?.tenantId ?? NIL_UUID)
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const kind = eventKindOf(entity.entityType, search[`events.${kindParam}`])
  const events = useMemo(() => createEventCalls(rest), [rest])
  const description = useMemo(() => eventTable({ events, entity, tenantId, kind }), [events, entity, tenantId, kind])
  const table = useTabTable<Event>(description)
  const [isRequested, setRequested] = useState(false)

  const { [kindParam]: _, ...filters } = table.filters
  const draft = draftOfFilters(kind, filters)
  const icon = { size: 16, strokeWidth: 2 } as const

  async function clear() {
    try {
      await events.clear(entity, eventFilterOf(kind, filters), table.range() ?? {})
      toasts.show({ kind: 'success', text: t('events.cleared') })
    } finally {
      // A rejected request shows its own toast.
      setRequested(false)
    }
    await table.refresh()
  }

  return (
    <>
      <TabTable
        table={{ ...table, filterCount: Object.keys(draft).length, clearFilters: () => table.setFilters(noFields) }}
        filters={
          <Segmented
            label={t('events.eventType')}
            size="sm"
            options={eventKindsOf(entity.entityType).map((value) => ({ value, label: t(`events.${value}`) }))}
            value={kind}
            onChange={(value) =>
              table.setFilters({
                ...noFields,
                [kindParam]: value === eventKindsOf(entity.entityType)[0] ? undefined : value,
              })
            }
          />
        }
        tools={
          <>
            <EventFilterButton
              key={kind}
              kind={kind}
              value={draft}
              onChange={(next) => table.setFilters({ ...noFields, ...next })}
            />
            {Object.keys(draft).length > 0 && (
              <IconButton
                label={t('events.clearFilter')}
                size="sm"
                icon={<FilterX {...icon} />}
                onClick={() => table.setFilters(noFields)}
              />
            )}
            <IconButton
              label={t('events.clear')}
              size="sm"
              icon={<Trash2 {...icon} />}
              disabled={table.total === 0}
              onClick={() => setRequested(true)}
            />
          </>
        }
      />
      {table.openRow && <EventDialog event={table.openRow} kind={kind} onClose={table.close} />}
      {isRequested && table.window && (
        <ConfirmDialog
          title={t('events.clearTitle')}
          action={t('events.clear')}
          isDanger
          onCancel={() => setRequested(false)}
          onConfirm={() => clear().catch(() => {})}
        >
          {t('events.clearText', { window: formatWindow(table.window, browserZone(), t, format) })}
        </ConfirmDialog>
      )}
    </>
  )
}
