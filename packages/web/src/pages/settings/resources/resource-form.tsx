/** The form of a resource. Only its title can be changed: another file is another resource. */

import { createResourceCalls } from '@sonde/client/resources/resource-calls'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import type { EntityFields } from '../../../entities/new-entity-dialog.tsx'
import type { PlainRoomFormProps } from '../../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../../entity-room/plain-room-form.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { mayChange } from './resource-calls.ts'
import { titleFault } from './resource-input.ts'

interface TitleDraft {
  readonly title: string
}

function Fields({ fields }: { readonly fields: EntityFields<TitleDraft, { readonly title?: string }> }) {
  const t = useText()
  const { draft, change, touch, faults } = fields
  return (
    <TextField
      label={t('resources.name')}
      value={draft.title}
      error={faults.title}
      onBlur={() => touch('title')}
      onChange={(title) => change({ title })}
      autoComplete="off"
    />
  )
}

function ReadOnly() {
  const t = useText()
  return <p className="sd-text-2 sd-sm">{t('resources.ofSystemText')}</p>
}

const form = definePlainForm({
  draftOf: ({ title }: ResourceInfo): TitleDraft => ({ title }),
  faultsOf: ({ title }, t) => ({ title: titleFault(title, t) }),
  save: (rest, { title }, { id, resourceType }, options) =>
    createResourceCalls(rest).save({ id, resourceType, title: title.trim() }, options),
  Fields,
  mayEdit: mayChange,
  ReadOnly,
})

export const ResourceForm = (props: PlainRoomFormProps<ResourceInfo>) => <PlainDetails {...props} form={form} />
