/** Form of a widgets bundle: draft, request body and file format. */

import type { WidgetTypeDetails, WidgetTypeInput } from '@sonde/model/widgets/widget-type'
import type { WidgetsBundle, WidgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import { area, type DraftOf, fieldList, image, line } from '../../entities/field-list.ts'
import { withoutOwnership } from '../../json-files/json-file.ts'
import type { Translate } from '../../locale/texts.ts'
import { textLengthMax } from '../../ui/field/text-errors.ts'

export const widgetsBundleFields = fieldList({
  title: line({ label: 'widgetsBundles.name', required: 'widgetsBundles.titleRequired' }),
  description: area({
    label: 'widgetsBundles.description',
    help: 'widgetsBundles.length',
    lengthMax: textLengthMax,
  }),
  image: image({ label: 'widgetsBundles.image', help: 'widgetsBundles.imageHelp' }),
})
export type WidgetsBundleDraft = DraftOf<typeof widgetsBundleFields.declarations>

export const draftOfWidgetsBundle = ({ title, description, image }: WidgetsBundle): WidgetsBundleDraft => ({
  title,
  description: description ?? '',
  image: image ?? '',
})

/** Request body. The server derives the alias from the title; it never changes afterwards. */
export const wireWidgetsBundle = (draft: WidgetsBundleDraft, bundle: WidgetsBundle | null): WidgetsBundleInput => ({
  ...(bundle && { id: bundle.id, alias: bundle.alias }),
  title: draft.title.trim(),
  description: draft.description.trim() || null,
  image: draft.image || null,
})

/** Exports a bundle with its widget types, in the order of their creation. */
export const exportedWidgetsBundle = (bundle: WidgetsBundle, types: readonly WidgetTypeDetails[]) => ({
  widgetsBundle: withoutOwnership(bundle),
  widgetTypes: [...types]
    .sort((a, b) => a.createdTime - b.createdTime)
    .map((type) => {
      const { bundleAlias: _, ...rest } = withoutOwnership(type)
      return rest
    }),
})

export interface ImportedWidgetsBundle {
  readonly bundle: WidgetsBundleInput
  readonly types: readonly Omit<WidgetTypeInput, 'bundleAlias'>[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads a bundle from a file's content. Throws if it contains none; the server checks the rest. */
export function importedWidgetsBundle(content: unknown, t: Translate): ImportedWidgetsBundle {
  const bundle = isRecord(content) ? content.widgetsBundle : undefined
  const types = isRecord(content) ? content.widgetTypes : undefined
  if (!isRecord(bundle) || typeof bundle.title !== 'string' || !Array.isArray(types)) {
    throw new Error(t('widgetsBundles.noBundle'))
  }
  return {
    bundle: {
      title: bundle.title,
      alias: textOf(bundle.alias),
      image: textOf(bundle.image),
      description: textOf(bundle.description),
    },
    types: types.map((type: unknown, at) => {
      if (!isRecord(type) || typeof type.name !== 'string' || !isRecord(type.descriptor)) {
        throw new Error(t('widgetsBundles.noType', { at: at + 1 }))
      }
      return {
        name: type.name,
        alias: textOf(type.alias),
        image: textOf(type.image),
        description: textOf(type.description),
        descriptor: type.descriptor as unknown as WidgetTypeInput['descriptor'],
      }
    }),
  }
}
