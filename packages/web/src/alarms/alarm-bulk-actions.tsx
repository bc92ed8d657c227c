/** Bulk actions on selected alarms: acknowledge and clear, both with undo. */

import type { AlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { CallOptions } from '@sonde/client/rest/rest'
import type { AlarmInfo } from '@sonde/model/alarms/alarm'
import { Check, CircleCheck } from 'lucide-react'
import type { BulkAction } from '../ui/entity-table/entity-description.ts'
import { isActiveAlarm, isSeenAlarm } from './alarm-state.tsx'

export const alarmBulkActions = <Row extends AlarmInfo>(alarms: AlarmCalls): readonly BulkAction<Row>[] => [
  {
    id: 'acknowledge',
    label: 'alarms.acknowledge',
    icon: <Check size={18} strokeWidth={1.75} aria-hidden />,
    isAllowed: ({ status }) => !isSeenAlarm(status),
    done: 'alarms.acknowledgedMany',
    run: async ({ id }, how) => {
      await alarms.acknowledge(id.id, how)
      return (undoing: CallOptions) => alarms.unacknowledge(id.id, undoing)
    },
  },
  {
    id: 'clear',
    label: 'alarms.clear',
    icon: <CircleCheck size={18} strokeWidth={1.75} aria-hidden />,
    isAllowed: ({ status }) => isActiveAlarm(status),
    confirm: {
      title: 'alarms.clearManyTitle',
      text: 'alarms.clearManyText',
      action: 'alarms.clearManyAction',
    },
    done: 'alarms.clearedMany',
    run: async ({ id }, how) => {
      await alarms.clear(id.id, how)
      return (undoing: CallOptions) => alarms.reopen(id.id, undoing)
    },
  },
]
