import { expect, test } from 'vitest'
import { frameColors } from './frame-colors.ts'

const of = (backgroundColor: string | null, color: string | null = null) => frameColors({ backgroundColor, color })

test('a black widget has light texts whatever the scheme; defaults of the editor are no choice', () => {
  expect(of('#000000', 'rgba(0, 0, 0, 0.87)')).toMatchObject({ scheme: 'dark', style: { color: '#ffffff' } })
  expect(of('#ffee00')).toMatchObject({ scheme: 'light', style: { '--sd-surface': '#ffee00' } })
  expect(of('#fff', 'rgba(0, 0, 0, 0.87)')).toEqual({})
  expect(of(null, '#ff0000')).toEqual({ style: { color: '#ff0000' } })
  expect(of('#000000', '#ff0000')).toMatchObject({ style: { '--sd-text': '#ff0000' } })
})
