/** Fields of a datasource: type, alias, filter or label, and its data keys. */

import { type DatasourceType, datasourceTypes, type JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { changeSource, nextColor, withOptional, withSourceType } from '@sonde/model/dashboards/editing/data-keys'
import { withMember, withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { isEntityType, isUuid } from '@sonde/model/ids'
import { own } from '@sonde/model/own'
import { useEntityName } from '../../../../entities/entity-picker.tsx'
import { useText } from '../../../../locale/use-text.tsx'
import { Select, TextField } from '../../../../ui/field/text-field.tsx'
import { AliasField } from './alias-field.tsx'
import type { SourceProps } from './data-edit.ts'
import { KeyList } from './key-list.tsx'

export const sourceTypeOf = (source: JsonObject): DatasourceType =>
  datasourceTypes.find((type) => type === source.type) ?? 'entity'

interface SourceFieldsProps extends SourceProps {
  readonly name: string
}

export function SourceFields({ edit, place, source, name }: SourceFieldsProps) {
  const t = useText()
  const { widget, parameters, aliases, filters } = edit
  const type = sourceTypeOf(source)
  const types = datasourceTypes.filter((one) => one !== 'entityCount' || widget.type === 'latest' || type === one)
  const aliasId = textOf(source.entityAliasId) ?? textOf(source.deviceAliasId)
  const filterId = textOf(source.filterId)
  const entityName = useEntityName(aliasId === null ? entityOf(source) : null)
  const run = (change: (source: JsonObject) => JsonObject) => edit.run((before) => changeSource(before, place, change))

  return (
    <>
      <div className="wd-pair">
        <Select<DatasourceType>
          label={t('widgetData.sourceType')}
          value={type}
          options={types.map((one) => ({ value: one, label: t(`widgetData.${one}`) }))}
          onChange={(next) =>
            edit.run((before) => changeSource(before, place, (one) => withSourceType(one, next, nextColor(before))))
          }
        />
        {type === 'function' ? (
          <TextField
            label={t('widgetData.label')}
            value={textOf(source.name) ?? ''}
            onChange={(next) =>
              edit.set(`source ${place} name`, (before) =>
                changeSource(before, place, (one) => withMember(one, 'name', next)),
              )
            }
          />
        ) : (
          <AliasField
            editor={edit.editor}
            label={t('widgetData.alias')}
            aliases={aliases}
            value={aliasId}
            entityName={aliasId === null && entityOf(source) ? (entityName ?? '…') : null}
            onAlias={(next) => run((one) => withAlias(one, next))}
            onEntity={(entity) =>
              edit.runWithEntity(entity, (before, id) => changeSource(before, place, (one) => withAlias(one, id)))
            }
          />
        )}
      </div>
      {type !== 'function' && (filterId !== null || Object.keys(filters).length > 0) && (
        <Select<string>
          label={t('widgetData.filter')}
          value={filterId ?? ''}
          error={filterId !== null && !own(filters, filterId) ? t('widgetData.filterUnknown') : undefined}
          options={[
            { value: '', label: t('widgetData.noFilter') },
            ...Object.entries(filters).map(([id, filter]) => ({
              value: id,
              label: textOf(objectOf(filter).filter) ?? id,
            })),
            ...(filterId !== null && !own(filters, filterId)
              ? [{ value: filterId, label: t('widgetData.filterGone') }]
              : []),
          ]}
          onChange={(next) => run((one) => withMember(one, 'filterId', next === '' ? null : next))}
        />
      )}
      {type === 'entityCount' && (
        <TextField
          label={t('widgetData.label')}
          isOptional
          value={textOf(source.name) ?? ''}
          onChange={(next) =>
            edit.set(`source ${place} name`, (before) =>
              changeSource(before, place, (one) => withOptional(one, 'name', next)),
            )
          }
        />
      )}
      {parameters.singleEntity && type === 'entity' && <p className="wd-note">{t('widgetData.onlyFirstEntity')}</p>}
      <KeyList edit={edit} place={place} source={source} name={name} />
    </>
  )
}

/** An alias replaces the single entity that older dashboards name. */
const withAlias = (source: JsonObject, aliasId: string): JsonObject =>
  withMember(
    withMember(
      withoutMembers(source, ['entityId', 'entityType', 'entityName', 'deviceAliasId', 'deviceId', 'deviceName']),
      'type',
      sourceTypeOf(source),
    ),
    'entityAliasId',
    aliasId,
  )

/** Entity of a datasource without an alias. */
function entityOf(source: JsonObject) {
  const nested = objectOf(source.entityId)
  const id = textOf(source.entityId) ?? textOf(nested.id) ?? textOf(source.deviceId)
  const entityType =
    source.type === 'device' ? 'DEVICE' : (textOf(source.entityType) ?? textOf(nested.entityType) ?? '')
  return id !== null && isUuid(id) && isEntityType(entityType) ? { entityType, id } : null
}
