import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TitleIcon } from './title-icon.tsx'

test('an icon of either set, in its size and the colour that was chosen; its place is kept while it comes', async () => {
  const { container, rerender } = render(
    <TitleIcon config={{ titleIcon: 'mdi:thermometer', iconColor: '#ff0000', iconSize: 20 }} />,
  )
  const place = container.querySelector<HTMLElement>('.widget-icon')
  expect(place?.style.width).toBe('20px')
  expect(place?.style.color).toBe('rgb(255, 0, 0)')
  await waitFor(() => expect(container.querySelector('path')).toBeTruthy())
  expect(container.querySelector('svg')?.getAttribute('width')).toBe('20')
  // The editor's default color counts as not set: it would be invisible in dark mode.
  rerender(<TitleIcon config={{ titleIcon: 'home', iconColor: 'rgba(0, 0, 0, 0.87)', iconSize: 24 }} />)
  expect(place?.style.color).toBe('')
})
