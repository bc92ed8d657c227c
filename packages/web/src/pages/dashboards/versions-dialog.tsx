/** Versions of a dashboard of the list; loaded with the widget types, for the preview. */

import { DashboardVersions, type DashboardVersionsProps } from '../../dashboards/versions/dashboard-versions.tsx'
import { widgetTypes } from '../../widgets/widget-registry.ts'

export default function VersionsDialog(props: Omit<DashboardVersionsProps, 'types'>) {
  return <DashboardVersions {...props} types={widgetTypes} />
}
