/** Form of a resource. Only its title can be changed; another file must be added as a new resource. */

import { createResourceCalls } from '@sonde/client/resources/resource-calls'
import type { ResourceInfo } from '@sonde/model/resources/resource'
import { defineListForm } from '../../../entity-room/room-form.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { mayChange } from './resource-calls.ts'
import { resourceFields } from './resource-input.ts'

function ReadOnly() {
  const t = useText()
  return <p className="sd-text-2 sd-sm">{t('resources.ofSystemText')}</p>
}

export const resourceForm = defineListForm<ResourceInfo, typeof resourceFields.declarations>({
  list: resourceFields,
  draftOf: ({ title }) => ({ title }),
  save: (rest, { title }, { id, resourceType }, options) =>
    createResourceCalls(rest).save({ id, resourceType, title: title.trim() }, options),
  mayEdit: mayChange,
  ReadOnly,
})
