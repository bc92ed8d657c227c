/** Button of an alarms table that opens its filters: status, severity, types and propagated alarms. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import { type AlarmSearchStatus, alarmSearchStatuses, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { AlarmFilter } from '@sonde/model/dashboards/dashboard-configuration'
import { ListFilter } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { ComboListField } from '../../../ui/field/combo-list-field.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { CheckField } from '../../../ui/field/text-field.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'

interface AlarmFilterProps {
  readonly value: AlarmFilter
  /** Filter of the widget's settings. */
  readonly first: AlarmFilter
  readonly onChange: (filter: AlarmFilter) => void
}

const countOf = ({ statusList, severityList, typeList }: AlarmFilter): number =>
  [statusList, severityList, typeList].filter((list) => list.length > 0).length

export const isSameFilter = (a: AlarmFilter, b: AlarmFilter): boolean => JSON.stringify(a) === JSON.stringify(b)

export function AlarmFilterButton(props: AlarmFilterProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const count = countOf(props.value)
  return (
    <>
      <IconButton
        ref={anchor}
        label={t('widgets.alarmFilter', { count })}
        size="sm"
        icon={<ListFilter size={16} strokeWidth={2} />}
        data-on={count > 0 || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={t('ui.filter')}
        placement="bottom-end"
      >
        <FilterFields {...props} />
      </Popover>
    </>
  )
}

const statuses = alarmSearchStatuses.filter((status) => status !== 'ANY')

function FilterFields({ value, first, onChange }: AlarmFilterProps) {
  const t = useText()
  const { rest } = useClient()
  const alarms = useMemo(() => createAlarmCalls(rest), [rest])
  const { statusList, severityList, typeList, searchPropagatedAlarms } = value
  return (
    <div className="alarms-filter">
      <FieldGroup title={t('alarms.status')}>
        {statuses.map((status) => (
          <CheckField
            key={status}
            label={t(`alarms.filter${status}`)}
            isChecked={statusList.includes(status)}
            onChange={(isOn) =>
              onChange({ ...value, statusList: toggled<AlarmSearchStatus>(statuses, statusList, status, isOn) })
            }
          />
        ))}
      </FieldGroup>
      <FieldGroup title={t('alarms.severity')}>
        {alarmSeverities.map((severity) => (
          <CheckField
            key={severity}
            label={t(`alarms.${severity}`)}
            isChecked={severityList.includes(severity)}
            onChange={(isOn) =>
              onChange({ ...value, severityList: toggled(alarmSeverities, severityList, severity, isOn) })
            }
          />
        ))}
      </FieldGroup>
      <ComboListField
        label={t('widgets.alarmTypes')}
        isOptional
        source={['alarmTypes']}
        load={async (text, signal) =>
          (await alarms.types(text, { signal, ignoreErrors: true, ignoreLoading: true })).map(optionOf)
        }
        ofText={optionOf}
        values={typeList.map(optionOf)}
        onChange={(types) => onChange({ ...value, typeList: types.map((type) => type.value) })}
      />
      <CheckField
        label={t('widgets.alarmPropagated')}
        isChecked={searchPropagatedAlarms}
        onChange={(isOn) => onChange({ ...value, searchPropagatedAlarms: isOn })}
      />
      <Button size="sm" disabled={isSameFilter(value, first)} onClick={() => onChange(first)}>
        {t('widgets.alarmFilterReset')}
      </Button>
    </div>
  )
}

const optionOf = (type: string) => ({ value: type, label: type })

/** The list with or without one value, in the order of all values. */
const toggled = <T,>(all: readonly T[], list: readonly T[], one: T, isOn: boolean): readonly T[] =>
  all.filter((value) => (value === one ? isOn : list.includes(value)))
