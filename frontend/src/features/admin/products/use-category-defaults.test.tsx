import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, renderHook } from "@testing-library/react"
import type { ReactNode } from "react"
import { expect, test } from "vitest"
import { FormContext } from "@/features/admin/shared/form-fields"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { z } from "@/lib/zod"
import { bodyOf, type Draft, newDraft } from "./draft"
import { type AdminProduct, newestQuery, productQuery } from "./queries"
import { useCategoryDefaults } from "./use-category-defaults"

/** The newest lamp, of which only the defaults matter. */
function lamp(): AdminProduct {
  const none = { en: "", hi: "" }
  const body = bodyOf(newDraft())
  return {
    ...body,
    _id: "1",
    category: { slug: "lamps" },
    pictures: [],
    turntablePicture: null,
    taxRate: 5,
    hsnCode: "74198030",
    care: { en: ["Wipe it dry"], hi: ["सूखा पोंछें"] },
    customization: {
      origins: [],
      pendantOptions: [],
      sizes: [{ name: "big", price: 200, available: true, description: none, picture: "" }],
      xrayCertification: { available: false, price: 0, description: none },
    },
  } as unknown as AdminProduct
}

/** The form of a new product, and the function that fills in the defaults of a category. */
function form() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(newestQuery("lamps").queryKey, [lamp()])
  client.setQueryData(newestQuery("empty").queryKey, [])
  client.setQueryData(productQuery("1").queryKey, lamp())
  const held: { form?: ReturnType<typeof useDraft> } = {}
  const useDraft = () =>
    useFormAction({ schema: z.custom<Draft>(), start: newDraft(), act: async () => undefined })
  function Form({ children }: { children: ReactNode }) {
    held.form = useDraft()
    return <FormContext value={held.form}>{children}</FormContext>
  }
  const { result } = renderHook(() => useCategoryDefaults(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <Form>{children}</Form>
      </QueryClientProvider>
    ),
  })
  return {
    now: () => held.form?.latest() as Draft,
    set: (path: "hsnCode" | "category", value: string) => act(() => held.form?.set(path, value)),
    choose: (slug: string) =>
      act(async () => {
        held.form?.set("category", slug)
        await result.current(slug)
      }),
  }
}

test("a lamp has the options of lamps, and a bead again those of beads", async () => {
  const { now, choose } = form()

  await choose("lamps")

  expect(now()).toMatchObject({ taxRate: "5", hsnCode: "74198030", care: { en: "Wipe it dry" } })
  expect(now().customization).toMatchObject({
    origins: [],
    pendantOptions: [],
    sizes: [{ name: "big", price: "200" }],
    xrayCertification: { available: false },
  })

  await choose("rudraksha")

  expect(now().customization).toEqual(newDraft().customization)
  expect(now().hsnCode).toBe("")
})

test("in a category without products there is nothing to choose", async () => {
  const { now, choose } = form()

  await choose("empty")

  expect(now().customization).toMatchObject({
    origins: [],
    sizes: [],
    xrayCertification: { available: false },
  })
})

test("a field that was edited keeps its value", async () => {
  const { now, set, choose } = form()
  set("hsnCode", "8306")

  await choose("lamps")

  expect(now()).toMatchObject({ hsnCode: "8306", taxRate: "5" })
})
