import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { expect, test } from 'vitest'
import { englishTexts } from '../../testing/render-page.tsx'
import { publicLinkOf } from './dashboard-calls.ts'
import { dashboardFields, draftOfDashboard, importedDashboard, wireDashboard } from './dashboard-input.ts'

const { t } = englishTexts().current
const dashboard = {
  id: { entityType: 'DASHBOARD', id: 'd' },
  title: 'Plant',
  image: null,
  assignedCustomers: [],
  mobileHide: false,
  mobileOrder: -3,
  configuration: { description: 'Old', widgets: { a: {} } },
} as unknown as Dashboard

test('a form leaves what the dashboard shows as it is', () => {
  const draft = draftOfDashboard(dashboard)
  expect(draft).toEqual({
    title: 'Plant',
    description: 'Old',
    image: '',
    mobileHide: false,
    mobileOrder: '-3',
    sites: '',
  })
  expect(wireDashboard({ ...draft, title: ' Works ', description: 'New ' }, dashboard)).toEqual({
    id: dashboard.id,
    title: 'Works',
    image: null,
    mobileHide: false,
    mobileOrder: -3,
    configuration: { description: 'New', widgets: { a: {} } },
  })
})

test('titles and orders are checked at both sides of their borders', () => {
  const fieldErrors = (over: object) =>
    dashboardFields.fieldErrorsOf({ ...dashboardFields.empty, title: 'x', ...over }, t)
  expect(fieldErrors({ title: ' ' }).title).toBe('Enter a title.')
  expect(fieldErrors({ title: 'x'.repeat(255) }).title).toBeUndefined()
  expect(fieldErrors({ title: 'x'.repeat(256) }).title).toMatch(/256/)
  for (const order of ['', '0', '-7', '−7', '2147483647'])
    expect(fieldErrors({ mobileOrder: order }).mobileOrder).toBe(undefined)
  for (const order of ['1.5', 'a', '2147483648', '--1'])
    expect(fieldErrors({ mobileOrder: order }).mobileOrder).toBeTruthy()
})

test('a file holds a title and a configuration; what belongs to another platform stays there', () => {
  for (const wrong of [
    null,
    [],
    {},
    { title: 'x' },
    { title: 1, configuration: {} },
    { title: 'x', configuration: 1 },
  ]) {
    expect(() => importedDashboard(wrong, t)).toThrow('This file isn’t a dashboard')
  }
  expect(importedDashboard({ ...dashboard, tenantId: 'other' }, t)).toEqual({
    title: 'Plant',
    configuration: dashboard.configuration,
    image: null,
    mobileHide: false,
    mobileOrder: -3,
  })
})

test('the public link names the customer that stands for everybody', () => {
  expect(publicLinkOf(dashboard, 'https://x')).toBeNull()
  const customerId = { entityType: 'CUSTOMER', id: 'p' } as const
  const open = { ...dashboard, assignedCustomers: [{ customerId, title: 'Public', public: true }] }
  expect(publicLinkOf(open, 'https://x')).toBe('https://x/dashboard/d?publicId=p')
})
