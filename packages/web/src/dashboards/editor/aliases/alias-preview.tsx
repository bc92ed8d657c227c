/** What an alias resolves to: as a few words in the list, and with the first entities below its form. */

import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { isAliasType } from '@sonde/model/dashboards/editing/alias-filters'
import { filterOf } from '@sonde/model/dashboards/normalize-dashboard'
import { entityTypeName } from '../../../entities/entity-type-field.tsx'
import type { Translate } from '../../../locale/texts.ts'
import { useText } from '../../../locale/use-text.tsx'
import { failureText } from '../../../ui/states/failure-text.ts'
import { type AliasPreview as Preview, useAliasPreview } from './use-alias-preview.ts'

interface AliasPreviewProps {
  readonly alias: JsonObject
  readonly stateParams: JsonObject
}

export const aliasTypeName = (type: string, t: Translate): string =>
  isAliasType(type) ? t(`dashboardEntries.type_${type}`) : t('dashboardEntries.type_unknown', { type })

function countText(preview: Preview, t: Translate): string {
  switch (preview.kind) {
    case 'pending':
      return ''
    case 'incomplete':
      return t('dashboardEntries.incompleteShort')
    case 'unresolved':
      return t('dashboardEntries.unresolved')
    case 'failed':
      return failureText(preview.error)
    case 'found':
      return preview.isOne && preview.total > 1
        ? t('dashboardEntries.foundOne', { count: preview.total })
        : t('dashboardEntries.found', { count: preview.total })
  }
}

/** Type and number of entities, for the list. */
export function AliasNote({ alias, stateParams }: AliasPreviewProps) {
  const t = useText()
  const preview = useAliasPreview(alias, stateParams)
  const type = filterOf(alias)?.type ?? ''
  return (
    <>
      <span>{type === '' ? t('dashboardEntries.typeRequired') : aliasTypeName(type, t)}</span>
      <span data-error={preview.kind === 'failed' || undefined}>{countText(preview, t)}</span>
    </>
  )
}

export function AliasPreview({ alias, stateParams }: AliasPreviewProps) {
  const t = useText()
  const preview = useAliasPreview(alias, stateParams)
  return (
    <div className="db-entry-preview">
      <h4>{t('dashboardEntries.previewTitle')}</h4>
      <p aria-live="polite">{summary(preview, t)}</p>
      {preview.kind === 'found' && preview.first.length > 0 && (
        <ul>
          {(preview.isOne ? preview.first.slice(0, 1) : preview.first).map(({ id, name }) => (
            <li key={id.id}>
              {name} <span>{entityTypeName(id.entityType, t)}</span>
            </li>
          ))}
        </ul>
      )}
      {preview.kind === 'found' && !preview.isOne && preview.total > preview.first.length && (
        <p>{t('dashboardEntries.andMore', { count: preview.total - preview.first.length })}</p>
      )}
      {'usesState' in preview && preview.usesState && <p>{t('dashboardEntries.usesState')}</p>}
    </div>
  )
}

function summary(preview: Preview, t: Translate): string {
  switch (preview.kind) {
    case 'pending':
      return t('dashboardEntries.searching')
    case 'incomplete':
      return t('dashboardEntries.incomplete')
    case 'unresolved':
      return preview.usesState ? t('dashboardEntries.unresolvedState') : t('dashboardEntries.unresolved')
    default:
      return countText(preview, t)
  }
}
