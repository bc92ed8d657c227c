/** Legend of a widget with time series or latest values. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { changeAt, partAt, withMember } from '@sonde/model/dashboards/editing/json-path'
import { flagOf, objectOf } from '@sonde/model/dashboards/json-parts'
import { useText } from '../../../locale/use-text.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import { SettingsSection } from './settings-section.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

const positions = ['top', 'bottom', 'left', 'right'] as const
const directions = ['column', 'row'] as const
const flags = ['sortDataKeys', 'showMin', 'showMax', 'showAvg', 'showTotal'] as const

const sideways: readonly unknown[] = ['left', 'right']

export function LegendSection(props: WidgetTabProps) {
  const { json, widget, change } = props
  const t = useText()
  const isSeries = widget.type === 'timeseries'
  const isShown = widget.config.showLegend ?? isSeries
  const legend = partAt(objectOf(json.config), ['legendConfig'])
  const direction = directions.find((one) => one === legend.direction) ?? 'column'
  const position = positions.find((one) => one === legend.position) ?? 'bottom'
  const changeLegend = (field: string, changed: (before: JsonObject) => JsonObject) =>
    change(`legend.${field}`, (config) => changeAt(config, ['legendConfig'], changed))
  return (
    <SettingsSection {...props} title={t('widgetSettings.legendSection')} members={['showLegend', 'legendConfig']}>
      <CheckField
        label={t('widgetSettings.showLegend')}
        isChecked={isShown}
        onChange={(next) => change('showLegend', (config) => withMember(config, 'showLegend', next))}
      />
      {isShown && (
        <>
          <div className="sd-form-pair">
            <Select
              label={t('widgetSettings.legendDirection')}
              value={direction}
              options={directions.map((value) => ({ value, label: t(`widgetSettings.direction_${value}`) }))}
              onChange={(next) =>
                changeLegend('direction', (before) => {
                  const after = withMember(before, 'direction', next)
                  // A legend next to the chart is too narrow for a row.
                  return next === 'row' && sideways.includes(before.position)
                    ? withMember(after, 'position', 'bottom')
                    : after
                })
              }
            />
            <Select
              label={t('widgetSettings.legendPosition')}
              value={position}
              options={positions
                .filter((value) => direction === 'column' || value === position || !sideways.includes(value))
                .map((value) => ({ value, label: t(`widgetSettings.position_${value}`) }))}
              onChange={(next) => changeLegend('position', (before) => withMember(before, 'position', next))}
            />
          </div>
          {flags.map((name) => (
            <CheckField
              key={name}
              label={t(`widgetSettings.${name}`)}
              isChecked={flagOf(legend[name], name === 'showAvg' && isSeries)}
              onChange={(next) => changeLegend(name, (before) => withMember(before, name, next))}
            />
          ))}
        </>
      )}
    </SettingsSection>
  )
}
