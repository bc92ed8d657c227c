/** Details of an asset: what it is, and by those who may, changed. */

import type { AssetInfo } from '@sonde/model/assets/asset'
import { useQueryClient } from '@tanstack/react-query'
import {
  AssignableFacts,
  type AssignableFieldsProps,
  DescriptionField,
  LabelField,
  NameAndTypeFields,
} from '../../assignment/assignable-fields.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAssetCalls } from './asset-calls.ts'
import { type AssetDraft, assetFaults, draftOf, inputOf } from './asset-input.ts'

export function AssetForm({ asset, canEdit }: { asset: AssetInfo; canEdit: boolean }) {
  return canEdit ? <EditableAsset asset={asset} /> : <ReadOnlyAsset asset={asset} />
}

interface AssetFieldsProps extends Pick<AssignableFieldsProps, 'faults'> {
  readonly draft: AssetDraft
  readonly onChange: (change: Partial<AssetDraft>) => void
  readonly onBlur: (field: 'name' | 'type') => void
}

export function AssetFields({ draft, onChange, onBlur, faults }: AssetFieldsProps) {
  const assets = useAssetCalls()
  return (
    <>
      <NameAndTypeFields
        kind="ASSET"
        types={(signal) => assets.types({ signal, ignoreErrors: true, ignoreLoading: true })}
        draft={draft}
        onChange={onChange}
        onBlur={onBlur}
        faults={faults}
      />
      <LabelField value={draft.label} onChange={(label) => onChange({ label })} />
      <DescriptionField value={draft.description} onChange={(description) => onChange({ description })} />
    </>
  )
}

function EditableAsset({ asset }: { asset: AssetInfo }) {
  const t = useText()
  const assets = useAssetCalls()
  const queries = useQueryClient()
  const form = useEntityForm({
    stored: draftOf(asset),
    faultsOf: assetFaults,
    reload: async () => draftOf(await assets.info(asset.id.id, { ignoreErrors: true })),
    async save(draft) {
      await assets.save(inputOf(draft, asset), { ignoreErrors: true })
      await refreshRoom(queries, 'assets')
    },
    saved: t('assets.saved'),
  })
  return (
    <EntityForm form={form} facts={<AssignableFacts row={asset} />}>
      <AssetFields draft={form.draft} onChange={form.change} onBlur={form.touch} faults={form.faults} />
    </EntityForm>
  )
}

function ReadOnlyAsset({ asset }: { asset: AssetInfo }) {
  const t = useText()
  const { label, description } = draftOf(asset)
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('assignment.name')}</dt>
        <dd>{asset.name}</dd>
        <dt>{t('assignment.type')}</dt>
        <dd>{asset.type}</dd>
        <dt>{t('assignment.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('assignment.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <AssignableFacts row={asset} />
    </div>
  )
}
