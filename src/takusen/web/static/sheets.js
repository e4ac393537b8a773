// A file dropped on a table, if it is no picture, is read as a sheet. Without this the page of sheets takes files by itself.
"use strict";
(() => {
  const { base, sheets } = document.body.dataset;
  if (sheets === undefined) return;
  const isSheet = ({ dataTransfer }) => dataTransfer?.types.includes("Files")
    && ![...dataTransfer.items].some((item) => item.type.startsWith("image/"));
  document.addEventListener("dragover", (event) => { if (isSheet(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (event.defaultPrevented || !isSheet(event) || !event.dataTransfer.files.length) return;
    event.preventDefault();
    const form = document.createElement("form"), file = document.createElement("input");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: `${base}/sheet`, hidden: true });
    Object.assign(file, { type: "file", name: "file", files: event.dataTransfer.files });
    form.append(file);
    document.body.append(form);
    form.submit();
  });
})();
