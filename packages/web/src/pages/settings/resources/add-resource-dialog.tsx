/** Adds resources: one key store, or one model per selected file. */

import './resources.css'
import type { ResourceType } from '@sonde/model/resources/resource'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp, X } from 'lucide-react'
import { useRef } from 'react'
import { DeclaredFields } from '../../../entities/declared-fields.tsx'
import { invalidateEntities } from '../../../entities/entity-queries.ts'
import { type EntityFields, NewEntityDialog } from '../../../entities/new-entity-dialog.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { DropArea } from '../../../ui/field/drop-area.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/text-field.tsx'
import { failureText } from '../../../ui/states/failure-text.ts'
import { useToasts } from '../../../ui/toast/toast-stack.tsx'
import { resourceRoom, useResourceCalls } from './resource-calls.ts'
import {
  emptyResource,
  fileEndings,
  type ResourceDraft,
  type ResourceErrors,
  resourceErrors,
  resourceFields,
  wireResource,
} from './resource-input.ts'

/** Most frequently added types first. */
const types: readonly ResourceType[] = ['LWM2M_MODEL', 'PKCS_12', 'JKS']

type Fields = EntityFields<ResourceDraft, ResourceErrors>

export default function AddResourceDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const resources = useResourceCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  /** Files added before another one was rejected: a retry skips them. */
  const made = useRef(new Set<File>())

  async function create(draft: ResourceDraft) {
    const titles: string[] = []
    const rejections: string[] = []
    for (const file of draft.files.filter((one) => !made.current.has(one))) {
      try {
        const { title } = await resources.save(await wireResource(draft, file), { ignoreErrors: true })
        made.current.add(file)
        titles.push(title)
      } catch (error) {
        const reason = failureText(error)
        rejections.push(draft.files.length === 1 ? reason : t('resources.refused', { name: file.name, reason }))
      }
    }
    void invalidateEntities(queries, resourceRoom)
    if (titles.length > 0) {
      const [name = ''] = titles
      const text =
        titles.length === 1 ? t('resources.added', { name }) : t('resources.addedMany', { count: titles.length })
      toasts.show({ kind: 'success', text })
    }
    if (rejections.length > 0) throw new Error(rejections.join('\n'))
    onClose()
  }

  return (
    <NewEntityDialog
      title={t('resources.add')}
      initial={emptyResource}
      fieldErrorsOf={(draft) => resourceErrors(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => <ResourceFields fields={fields} />}
    </NewEntityDialog>
  )
}

function ResourceFields({ fields }: { fields: Fields }) {
  const t = useText()
  const { draft, change } = fields
  const isModel = draft.resourceType === 'LWM2M_MODEL'
  return (
    <>
      <Select<ResourceType>
        label={t('resources.type')}
        help={isModel ? t('resources.modelHelp') : undefined}
        value={draft.resourceType}
        options={types.map((value) => ({
          value,
          label: t(`resources.${value}`),
        }))}
        onChange={(resourceType) => change({ resourceType, files: [] })}
      />
      {!isModel && <DeclaredFields list={resourceFields} fields={fields} />}
      <FilesField fields={fields} isMany={isModel} />
    </>
  )
}

function FilesField({ fields: { draft, change, touch, fieldErrors }, isMany }: { fields: Fields; isMany: boolean }) {
  const t = useText()
  const endings = fileEndings[draft.resourceType]

  function choose(chosen: readonly File[]) {
    const known = new Set(chosen.map(({ name }) => name))
    // A corrected file that is chosen again replaces its earlier version.
    const rest = draft.files.filter(({ name }) => !known.has(name))
    change({ files: isMany ? [...rest, ...chosen] : chosen.slice(0, 1) })
    touch('files')
  }

  return (
    <Field label={t(isMany ? 'resources.files' : 'resources.file')} error={fieldErrors.files}>
      {(parts) => (
        <DropArea
          label={t(isMany ? 'resources.files' : 'resources.file')}
          accept={endings.join(',')}
          isMany={isMany}
          onFiles={choose}
        >
          {(choose) => (
            <>
              <FileUp size={24} strokeWidth={1.75} aria-hidden />
              <p>{t(isMany ? 'resources.dropMany' : 'resources.drop', { endings: endings.join(', ') })}</p>
              <Button {...parts} size="sm" onClick={choose}>
                {t(isMany ? 'resources.chooseMany' : 'resources.choose')}
              </Button>
              {draft.files.length > 0 && (
                <ul className="sd-resource-files">
                  {draft.files.map((file) => (
                    <li key={file.name} className="sd-drop-file">
                      <span>{file.name}</span>
                      <IconButton
                        size="sm"
                        label={t('resources.dropFile', { name: file.name })}
                        icon={<X size={16} strokeWidth={2} />}
                        onClick={() => change({ files: draft.files.filter((one) => one !== file) })}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
        </DropArea>
      )}
    </Field>
  )
}
