import { expect, test } from 'vitest'
import { frameStyleOf, styleOf, titleStyleOf } from './widget-style.ts'

const frame = (config: Partial<Parameters<typeof frameStyleOf>[0]>) =>
  frameStyleOf({ padding: null, margin: null, widgetStyle: {}, ...config })

test('the values of new widgets count as not set', () => {
  expect(titleStyleOf({ titleStyle: { fontSize: '16px', fontWeight: 400 } })).toBeUndefined()
  expect(titleStyleOf({ titleStyle: { color: 'rgba(0, 0, 0, 0.87)' } })).toBeUndefined()
  expect(frame({ padding: '8px', margin: '0px', widgetStyle: { backgroundColor: '#fff' } })).toEqual({})
})

test('what a user set applies; the style of the widget comes last', () => {
  expect(titleStyleOf({ titleStyle: { 'font-size': '24px', fontWeight: 400, color: '#c00' } })).toEqual({
    fontSize: '24px',
    lineHeight: 1.3,
    color: '#c00',
  })
  expect(frame({ padding: '0', widgetStyle: { border: '2px solid red' } })).toEqual({
    padding: '0',
    border: '2px solid red',
  })
  expect(frame({ padding: '0px', widgetStyle: { padding: '4px' } }).padding).toBe('4px')
  expect(frame({ margin: '4px 8px' })).toEqual({ margin: '4px 8px', position: 'absolute', inset: 0, height: 'auto' })
})

test('styles that would leave the place, and what is no style, are left out', () => {
  expect(
    styleOf({
      position: 'fixed',
      'z-index': 9,
      'border-radius': '0 !important',
      '--own': 1,
      nested: {},
      gone: null,
      'x;y': '1',
    }),
  ).toEqual({ borderRadius: '0', '--own': 1 })
  expect(frame({ padding: 'expression(1)', margin: 'none' })).toEqual({})
})
