/** Alarms of an entity: its own and those propagated to it, as they change. */

import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { alarmSearchStatuses } from '@sonde/model/alarms/alarm-kinds'
import type { EntityId } from '@sonde/model/ids'
import { useMemo } from 'react'
import { TabTable } from '../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../locale/use-text.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { useAlarmActions } from './alarm-actions.ts'
import { useAlarmChanges } from './alarm-changes.ts'
import { AlarmDialog } from './alarm-dialog.tsx'
import { alarmTable, alarmWindowMs, searchStatusOf, statusParam } from './alarm-table.tsx'

export default function AlarmsTab({ entity }: { entity: EntityId }) {
  const t = useText()
  const { alarms, acknowledge, clear, refresh } = useAlarmActions()
  const description = useMemo(
    () =>
      alarmTable({
        alarms,
        entity,
        acknowledge: ({ id }) => void acknowledge(id.id).catch(() => {}),
        clear: ({ id }) => void clear(id.id).catch(() => {}),
      }),
    [alarms, entity, acknowledge, clear],
  )
  const table = useTabTable<AlarmInfo>(description)
  useAlarmChanges(entity, alarmWindowMs, () => void refresh())

  return (
    <>
      <TabTable
        table={table}
        filters={
          <Segmented
            label={t('alarms.filter')}
            size="sm"
            options={alarmSearchStatuses.map((value) => ({ value, label: t(`alarms.filter${value}`) }))}
            value={searchStatusOf(table.filters[statusParam])}
            onChange={(status) => table.setFilters({ [statusParam]: status === 'ANY' ? undefined : status })}
          />
        }
      />
      {table.query.open !== null && (
        <AlarmDialog alarmId={table.query.open} known={table.openRow} onClose={table.close} />
      )}
    </>
  )
}
