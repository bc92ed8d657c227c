/** Tab with what a widget shows: time window, datasources with their keys, alarms, or the device that it controls. */

import './widget-data/widget-data.css'
import type { JsonObject, WidgetKind } from '@sonde/model/dashboards/dashboard-configuration'
import { changeWidgetConfig } from '@sonde/model/dashboards/editing/commands'
import { changeWithEntity, withOptional } from '@sonde/model/dashboards/editing/data-keys'
import { partAt, withMember, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { newUuid } from '../../../entities/new-uuid.ts'
import { useText } from '../../../locale/use-text.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { AlarmFields } from './widget-data/alarm-fields.tsx'
import { AliasField } from './widget-data/alias-field.tsx'
import type { DataEdit } from './widget-data/data-edit.ts'
import { DecimalsField } from './widget-data/decimals-field.tsx'
import { SourceList } from './widget-data/source-list.tsx'
import { UnitsField } from './widget-data/units-field.tsx'
import { useTypeParameters } from './widget-data/use-type-parameters.ts'
import { WindowFields } from './widget-data/window-fields.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

/** Widgets of the other kind show nothing but their settings. */
export const hasData = (kind: WidgetKind): boolean => kind !== 'static'

export function DataTab({ editor, id, json, widget, change }: WidgetTabProps) {
  const t = useText()
  const { dashboard, run, say } = editor
  const parameters = useTypeParameters(widget)
  const config = objectOf(json.config)
  const kind = widget.type
  const edit: DataEdit = {
    editor,
    config,
    widget,
    parameters,
    aliases: partAt(dashboard.configuration, ['entityAliases']),
    filters: partAt(dashboard.configuration, ['filters']),
    set: change,
    run: (f) => run(changeWidgetConfig(dashboard, id, f)),
    runWithEntity: (entity, f) => run(changeWithEntity(dashboard, id, entity, newUuid(), f)),
    say,
  }
  const hasSources = (kind === 'timeseries' || kind === 'latest') && !parameters.useCustomDatasources

  return (
    <div className="wd-tab">
      {(kind === 'timeseries' || kind === 'alarm') && <WindowFields edit={edit} />}
      {hasSources && <SourceList edit={edit} />}
      {kind === 'alarm' && <AlarmFields edit={edit} />}
      {kind === 'rpc' && (
        <AliasField
          editor={editor}
          label={t('widgetData.targetDevice')}
          aliases={edit.aliases}
          value={widget.config.targetAliasIds[0] ?? null}
          isDevice
          onAlias={(aliasId) => edit.run((before) => withTarget(before, aliasId))}
          onEntity={(entity) => edit.runWithEntity(entity, withTarget)}
        />
      )}
      <section className="wd-section">
        <h3>{t('widgetData.values')}</h3>
        <div className="wd-pair">
          <UnitsField
            value={config.units}
            onChange={(next) => change('units', (before) => withOptional(before, 'units', next))}
          />
          <DecimalsField
            value={config.decimals}
            placeholder="2"
            onChange={(next) => change('decimals', (before) => withOptional(before, 'decimals', next))}
          />
        </div>
        {hasSources && <p className="wd-note">{t('widgetData.valuesHelp')}</p>}
        {kind !== 'rpc' && (
          <TextField
            label={t('widgetData.noDataMessage')}
            isOptional
            value={textOf(config.noDataDisplayMessage) ?? ''}
            onChange={(next) =>
              change('noDataDisplayMessage', (before) => withMember(before, 'noDataDisplayMessage', next))
            }
          />
        )}
      </section>
    </div>
  )
}

/** One alias; `targetDeviceAliases` is the name that older dashboards have. */
const withTarget = (config: JsonObject, aliasId: string): JsonObject =>
  withMember(withoutMembers(config, ['targetDeviceAliases']), 'targetDeviceAliasIds', [aliasId])
