/** API schemas of dashboards. `configuration` is described by the other files of this folder. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullable, nullish } from '../schema-parts.ts'

export const assignedCustomer = Type.Object({
  customerId: idOf('CUSTOMER'),
  title: Type.String(),
  public: Type.Boolean(),
})
export type AssignedCustomer = Static<typeof assignedCustomer>

export const dashboardInfo = Type.Object({
  id: idOf('DASHBOARD'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  title: name,
  /** Same as the title. */
  name,
  /** Preview image as data URL. */
  image: nullable(Type.String()),
  assignedCustomers: nullable(Type.Array(assignedCustomer)),
  mobileHide: Type.Boolean(),
  mobileOrder: nullable(Type.Integer()),
})
export type DashboardInfo = Static<typeof dashboardInfo>

export const dashboard = Type.Object({ ...dashboardInfo.properties, configuration: nullable(Type.Unknown()) })
export type Dashboard = Static<typeof dashboard>

/** Maximum characters of a dashboard's image. */
export const dashboardImageLengthMax = 1_000_000

export const dashboardInput = Type.Object({
  id: nullish(looseIdOf('DASHBOARD')),
  title: name,
  image: nullish(Type.String({ maxLength: dashboardImageLengthMax })),
  mobileHide: nullish(Type.Boolean()),
  mobileOrder: nullish(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })),
  configuration: Type.Optional(Type.Unknown()),
})
export type DashboardInput = Static<typeof dashboardInput>

export const homeDashboardInfo = Type.Object({
  dashboardId: nullable(idOf('DASHBOARD')),
  hideDashboardToolbar: Type.Boolean(),
})
export type HomeDashboardInfo = Static<typeof homeDashboardInfo>

/** Without `dashboardId`: no home dashboard. */
export const homeDashboardInput = Type.Object({
  dashboardId: nullish(looseIdOf('DASHBOARD')),
  hideDashboardToolbar: nullish(Type.Boolean()),
})
export type HomeDashboardInput = Static<typeof homeDashboardInput>

export const homeDashboard = Type.Object({ ...dashboard.properties, hideDashboardToolbar: Type.Boolean() })
export type HomeDashboard = Static<typeof homeDashboard>
