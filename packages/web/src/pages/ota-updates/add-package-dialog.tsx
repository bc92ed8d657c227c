/** Adds a package: creates its description, then uploads its file, unless devices download it from a URL. */

import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { type EntityFields, NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ComboField, type ComboOption } from '../../ui/field/combo-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { FileFields } from './file-fields.tsx'
import { otaRoom, packageName, useOtaCalls } from './ota-calls.ts'
import { emptyPackage, type PackageDraft, type PackageErrors, packageErrors, tagOf, wirePackage } from './ota-input.ts'
import { useUpload } from './use-upload.ts'

const quiet = { ignoreErrors: true } as const

export default function AddPackageDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const client = useClient()
  const ota = useOtaCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const { progress, upload } = useUpload()
  const { data: standard, isPending } = useQuery({
    queryKey: ['deviceProfiles', 'default'],
    queryFn: ({ signal }) => client.deviceProfiles.default({ ...quiet, signal, ignoreLoading: true }),
  })

  async function create(draft: PackageDraft) {
    const info = await ota.save(wirePackage(draft), quiet)
    try {
      if (draft.source === 'file' && draft.file) await upload(info.id.id, draft.file, draft)
    } catch (error) {
      // A package without its file is useless. If deleting it fails, the list marks the missing file.
      await ota.delete(info.id.id, quiet).catch(() => undefined)
      throw error
    } finally {
      void invalidateEntities(queries, otaRoom)
    }
    toasts.show({ kind: 'success', text: t('otaUpdates.added', { name: packageName(info) }) })
    onClose()
  }

  if (isPending) return null
  return (
    <NewEntityDialog
      title={t('otaUpdates.add')}
      initial={emptyPackage(standard ? { value: standard.id.id, label: standard.name } : null)}
      fieldErrorsOf={(draft) => packageErrors(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <PackageFields fields={fields} />
          {fields.draft.source === 'file' ? (
            <FileFields fields={fields} progress={progress} />
          ) : (
            <TextField
              label={t('otaUpdates.url')}
              type="url"
              help={t('otaUpdates.urlHelp')}
              value={fields.draft.url}
              error={fields.fieldErrors.url}
              onBlur={() => fields.touch('url')}
              onChange={(url) => fields.change({ url })}
              autoComplete="off"
            />
          )}
          <TextArea
            label={t('otaUpdates.description')}
            isOptional
            value={fields.draft.description}
            onChange={(description) => fields.change({ description })}
          />
        </>
      )}
    </NewEntityDialog>
  )
}

/** Maximum number of profiles offered at a time. */
const profilesMax = 50

function PackageFields({ fields }: { readonly fields: EntityFields<PackageDraft, PackageErrors> }) {
  const t = useText()
  const client = useClient()
  const { draft, change, touch, fieldErrors } = fields

  async function profiles(textSearch: string, signal: AbortSignal): Promise<readonly ComboOption[]> {
    const link = { page: 0, pageSize: profilesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
    const { data } = await client.deviceProfiles.infos(link, {}, { ...quiet, signal, ignoreLoading: true })
    return data.map(({ id, name }) => ({ value: id.id, label: name }))
  }

  return (
    <>
      <div className="sd-form-pair">
        <TextField
          label={t('otaUpdates.name')}
          value={draft.title}
          error={fieldErrors.title}
          onBlur={() => touch('title')}
          onChange={(title) => change({ title })}
          autoComplete="off"
        />
        <TextField
          label={t('otaUpdates.version')}
          value={draft.version}
          error={fieldErrors.version}
          onBlur={() => touch('version')}
          onChange={(version) => change({ version })}
          autoComplete="off"
        />
      </div>
      <TextField
        label={t('otaUpdates.tag')}
        isOptional
        help={t('otaUpdates.tagHelp')}
        value={tagOf(draft)}
        error={fieldErrors.tag}
        onBlur={() => touch('tag')}
        onChange={(tag) => change({ tag })}
        autoComplete="off"
      />
      <div className="sd-form-pair">
        <Select<PackageType>
          label={t('otaUpdates.type')}
          value={draft.type}
          options={[
            { value: 'FIRMWARE', label: t('otaUpdates.FIRMWARE') },
            { value: 'SOFTWARE', label: t('otaUpdates.SOFTWARE') },
          ]}
          onChange={(type) => change({ type })}
        />
        <ComboField
          label={t('otaUpdates.profile')}
          source={['deviceProfiles', 'ofPackages']}
          load={profiles}
          value={draft.profile}
          error={fieldErrors.profile}
          onBlur={() => touch('profile')}
          onChange={(profile) => change({ profile })}
        />
      </div>
      <p className="sd-text-3 sd-xs">{t('otaUpdates.profileHelp')}</p>
      <Segmented
        label={t('otaUpdates.source')}
        size="sm"
        options={[
          { value: 'file', label: t('otaUpdates.sourceFile') },
          { value: 'url', label: t('otaUpdates.sourceUrl') },
        ]}
        value={draft.source}
        onChange={(source) => change({ source })}
      />
    </>
  )
}
