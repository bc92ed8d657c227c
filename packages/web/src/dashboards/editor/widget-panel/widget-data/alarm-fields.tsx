/** Which alarms an alarm widget shows: of which entities, and with which status, severity and type. */

import type { AlarmSearchStatus } from '@sonde/model/alarms/alarm-kinds'
import { alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { withMember, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { useText } from '../../../../locale/use-text.tsx'
import { KeyListField } from '../../../../ui/chips/key-list-field.tsx'
import { CheckField } from '../../../../ui/field/text-field.tsx'
import type { DataEdit } from './data-edit.ts'
import { SourceFields } from './source-fields.tsx'

const statuses = ['ACTIVE', 'CLEARED', 'ACK', 'UNACK'] as const satisfies readonly AlarmSearchStatus[]

export function AlarmFields({ edit }: { readonly edit: DataEdit }) {
  const t = useText()
  const filter = edit.widget.config.alarmFilter
  return (
    <>
      <section className="wd-section">
        <h3>{t('widgetData.alarmSource')}</h3>
        <SourceFields
          edit={edit}
          place="alarmSource"
          source={objectOf(edit.config.alarmSource)}
          name={t('widgetData.alarmSource')}
        />
      </section>
      <section className="wd-section">
        <Choices
          title={t('widgetData.statusList')}
          values={statuses}
          labelOf={(status) => t(`alarms.filter${status}`)}
          chosen={filter.statusList}
          // Older dashboards have a single status, which applies while the list is empty.
          onChange={(list) =>
            edit.run((config) => withMember(withoutMembers(config, ['alarmSearchStatus']), 'alarmStatusList', list))
          }
        />
        <Choices
          title={t('widgetData.severityList')}
          values={alarmSeverities}
          labelOf={(severity) => t(`alarms.${severity}`)}
          chosen={filter.severityList}
          onChange={(list) => edit.run((config) => withMember(config, 'alarmSeverityList', list))}
        />
        <KeyListField
          label={t('widgetData.typeList')}
          help={t('widgetData.typeListHelp')}
          isOptional
          value={filter.typeList}
          onChange={(types) => edit.run((config) => withMember(config, 'alarmTypeList', types ?? []))}
        />
        <CheckField
          label={t('widgetData.searchPropagated')}
          isChecked={filter.searchPropagatedAlarms}
          onChange={(next) => edit.run((config) => withMember(config, 'searchPropagatedAlarms', next))}
        />
      </section>
    </>
  )
}

interface ChoicesProps<T extends string> {
  readonly title: string
  readonly values: readonly T[]
  readonly labelOf: (value: T) => string
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly T[]) => void
}

function Choices<T extends string>({ title, values, labelOf, chosen, onChange }: ChoicesProps<T>) {
  const t = useText()
  return (
    <fieldset className="wd-choices">
      <legend>{title}</legend>
      {values.map((value) => (
        <CheckField
          key={value}
          label={labelOf(value)}
          isChecked={chosen.includes(value)}
          onChange={(isChecked) => onChange(values.filter((one) => (one === value ? isChecked : chosen.includes(one))))}
        />
      ))}
      <p className="wd-note">{t('widgetData.anyHelp')}</p>
    </fieldset>
  )
}
