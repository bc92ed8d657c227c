/** Details of a widgets bundle, for the drawer and the page. */

import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { WidgetTypesTab } from './widget-types-tab.tsx'
import { isOfSystem } from './widgets-bundle-calls.ts'
import { WidgetsBundleForm } from './widgets-bundle-form.tsx'

interface WidgetsBundleDetailsProps {
  readonly bundle: WidgetsBundle
  readonly isChangeable: boolean
  readonly actions: readonly EntityAction<WidgetsBundle>[]
  readonly openPage?: EntityAction<WidgetsBundle>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function WidgetsBundleDetails(props: WidgetsBundleDetailsProps) {
  const { bundle, isChangeable, actions, openPage, onClose, onStep } = props
  const t = useText()
  return (
    <EntityDetails<WidgetsBundle>
      row={bundle}
      onClose={onClose}
      onStep={onStep}
      description={{
        nameOf: ({ title }) => title,
        kindOf: () => t('entityTypes.WIDGETS_BUNDLE'),
        icon: <EntityKindIcon entityType="WIDGETS_BUNDLE" size={14} />,
        status: (row) => isOfSystem(row) && <span>{t('widgetsBundles.ofSystem')}</span>,
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <WidgetsBundleForm key={row.id.id} bundle={row} isChangeable={isChangeable} />,
          },
          {
            id: 'widgets',
            label: 'widgetsBundles.types',
            render: (row) => <WidgetTypesTab key={row.id.id} bundle={row} />,
          },
        ],
      }}
    />
  )
}
