/** Form of a widgets bundle; read-only for users who can't change it. */

import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { defineListForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { ImagePreview } from '../../ui/field/image-field.tsx'
import { mayChange } from './widgets-bundle-calls.ts'
import { draftOfWidgetsBundle, widgetsBundleFields, wireWidgetsBundle } from './widgets-bundle-input.ts'

interface BundleProps {
  readonly row: WidgetsBundle
}

function ReadOnly({ row: { image, title, description } }: BundleProps) {
  const t = useText()
  return (
    <>
      {image && <ImagePreview image={image} />}
      <p className="sd-text-2">{t('widgetsBundles.readOnly')}</p>
      <dl className="sd-facts">
        <dt>{t('widgetsBundles.name')}</dt>
        <dd>{title}</dd>
        <dt>{t('widgetsBundles.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
    </>
  )
}

function Facts({ row }: BundleProps) {
  const t = useText()
  return (
    <>
      <dt>{t('widgetsBundles.alias')}</dt>
      <dd className="sd-mono">{row.alias}</dd>
    </>
  )
}

export const widgetsBundleForm = defineListForm<WidgetsBundle, typeof widgetsBundleFields.declarations>({
  list: widgetsBundleFields,
  draftOf: draftOfWidgetsBundle,
  save: (rest, draft, row, options) => createWidgetsBundleCalls(rest).save(wireWidgetsBundle(draft, row), options),
  create: (rest, draft, options) => createWidgetsBundleCalls(rest).save(wireWidgetsBundle(draft, null), options),
  Facts,
  mayEdit: mayChange,
  ReadOnly,
})
