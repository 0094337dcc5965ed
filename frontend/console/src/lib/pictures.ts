import { api, given, type Schema } from "./api";

// pictureOf loads a photo of an event, small or as large as it is shown.
export const pictureOf = (path: { tenant: string; event: string }, photo: Schema["Photo"], size: "page" | "thumbnail") => async (): Promise<Blob> =>
	(await given(api.GET("/tenants/{tenant}/events/{event}/photos/{photo}/image", { params: { path: { ...path, photo: photo.id }, query: { size } }, parseAs: "blob" }))) as unknown as Blob;
