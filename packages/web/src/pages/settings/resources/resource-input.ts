/** Form of a new resource: type, files, title and their validation. */

import type { ResourceInput, ResourceType } from '@sonde/model/resources/resource'
import { fieldList, line } from '../../../entities/field-list.ts'
import type { Translate } from '../../../locale/texts.ts'

export interface ResourceDraft {
  readonly resourceType: ResourceType
  readonly title: string
  /** One file, or several for models. */
  readonly files: readonly File[]
}

export type ResourceErrors = { readonly resourceType?: string; readonly title?: string; readonly files?: string }

export const emptyResource: ResourceDraft = { resourceType: 'LWM2M_MODEL', title: '', files: [] }

export const fileEndings: Readonly<Record<ResourceType, readonly string[]>> = {
  LWM2M_MODEL: ['.xml'],
  PKCS_12: ['.p12', '.pfx'],
  JKS: ['.jks'],
}

/** Maximum file sizes on the server. */
const megabyte = 1024 * 1024
const megabytesMax: Readonly<Record<ResourceType, number>> = { LWM2M_MODEL: 1, PKCS_12: 12, JKS: 12 }

export const resourceFields = fieldList({
  title: line({ label: 'resources.name', required: 'resources.nameRequired' }),
})

export function resourceErrors({ resourceType, title, files }: ResourceDraft, t: Translate): ResourceErrors {
  return {
    title: resourceType === 'LWM2M_MODEL' ? undefined : resourceFields.fieldErrorsOf({ title }, t).title,
    files:
      files.length === 0
        ? t('resources.fileNeeded')
        : files.map((file) => fileError(file, resourceType, t)).find((fieldError) => fieldError !== undefined),
  }
}

function fileError({ name, size }: File, type: ResourceType, t: Translate): string | undefined {
  const endings = fileEndings[type]
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) {
    return t('resources.wrongEnding', { name, endings: endings.join(', ') })
  }
  if (size === 0) return t('resources.emptyFile', { name })
  const max = megabytesMax[type]
  return size > max * megabyte ? t('resources.tooLarge', { name, max }) : undefined
}

/** Request body; the server derives the titles of models. */
export async function wireResource({ resourceType, title }: ResourceDraft, file: File): Promise<ResourceInput> {
  const input = { resourceType, fileName: file.name, data: base64Of(new Uint8Array(await file.arrayBuffer())) }
  return resourceType === 'LWM2M_MODEL' ? input : { ...input, title: title.trim() }
}

/** Chunk size, since the number of arguments of a call is limited. Multiple of 3: encoded chunks can be joined. */
const partBytes = 3 * 8192

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += partBytes) {
    text += btoa(String.fromCharCode(...bytes.subarray(from, from + partBytes)))
  }
  return text
}
