/** Unit of values; suggests those of the dashboard and common ones. */

import { textOf } from '@sonde/model/dashboards/json-parts'
import { commonUnits, matching, optionOf } from '../../../../key-descriptions/key-options.ts'
import { useText } from '../../../../locale/use-text.tsx'
import { ComboField } from '../../../../ui/field/combo-field.tsx'
import { useDashboard } from '../../../dashboard-context.tsx'

interface UnitsFieldProps {
  readonly value: unknown
  /** Unit that is shown without a value. */
  readonly placeholder?: string
  readonly onChange: (units: string) => void
}

export function UnitsField({ value, placeholder, onChange }: UnitsFieldProps) {
  const t = useText()
  const { configuration } = useDashboard()
  const units = textOf(value)
  const offered = () => {
    const used = Object.values(configuration.widgets).flatMap(({ config }) => [
      config.units,
      ...config.datasources.flatMap(({ dataKeys }) => dataKeys.map((key) => key.units)),
    ])
    return [...new Set([...used, ...commonUnits])].filter((one) => one !== null && one !== '') as string[]
  }
  return (
    <ComboField
      label={t('widgetData.units')}
      source={['widgetUnits', configuration.widgets]}
      load={async (text) => matching(offered(), text)}
      ofText={optionOf}
      placeholder={placeholder}
      isOptional
      value={units === null ? null : optionOf(units)}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
