/** All alarms that the user can access: those of the tenant or of the user's customer. */

import Alarms from '../../alarms/alarms.tsx'
import { TablePage } from '../../entity-pages/table-page.tsx'

export function AlarmsPage() {
  return (
    <TablePage title="alarms.title">
      <Alarms of={null} />
    </TablePage>
  )
}
